// What the teacher of a class shows to all: another's board, to be looked at and not to be played on.
import { useEffect, useMemo } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { Board } from "./board.jsx";
import { boardMaps } from "./maps.js";
import { pointText } from "./said.js";
import { useTold } from "./server.js";

const NOTHING = { shown: {}, next: [], others: [], numbers: {}, dots: {}, corners: [] };

/** Lead a visitor to the lesson when it begins, and back when it ends. */
export function useLesson(view, setView) {
  const name = useTold().lesson?.lesson?.name;
  useEffect(() => {
    if (name !== undefined) setView("lesson");
    else if (view === "lesson") setView("go");
  }, [name]);
  return name !== undefined;
}

export function LessonView() {
  const { lesson } = useTold().lesson;
  const maps = useMemo(() => boardMaps(lesson, NOTHING), [lesson]);
  const { size, number, to_play, last } = lesson;
  return (
    <main class="go">
      <section class="place">
        <Board size={size} label={[say("board.label", { size, count: number, colour: to_play }), ...(last ? [say("board.last", { move: last })] : [])].join(", ")}
          said={(point) => pointText(lesson, point, NOTHING)} onPoint={() => {}} {...maps} />
      </section>
      <section class="panel">
        <div class="card" role="status">
          <p><b>{lesson.name ? say("lesson.of", { name: lesson.name }) : say("lesson.own")}</b></p>
          <p class="faint">{say("turn", { colour: to_play })} · {say("games.move", { number })}</p>
        </div>
        <p class="faint">{say("lesson.back", { view: say("view.go") })}</p>
      </section>
    </main>
  );
}
