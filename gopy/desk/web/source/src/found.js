// What is known of the position that is shown.
import { useState } from "preact/hooks";

/** How many reports have come. */
let come = 0;

/** {analysis, estimate, hint}: the report of the running search, an estimate and a hint, each null if there is none. Of an estimate and a hint
    the later one counts. */
export function useFound(told) {
  const { go } = told;
  const [putAway, setPutAway] = useState(null);
  const of = (kind) => {
    const found = told[kind];
    if (!found) return null;
    if (found.version === undefined) Object.assign(found, { version: go.version, order: come++ });
    return found.node === go.node && found.version === go.version ? found : null;
  };
  const thinking = go.doing === "genmove";
  const analysis = go.thoughts && (go.analysing || thinking) ? of("analysis") : null;
  let estimate = thinking ? null : of("estimate"), hint = thinking ? null : of("hint");
  if (estimate === putAway) estimate = null;
  if (estimate && hint) [estimate, hint] = estimate.order > hint.order ? [estimate, null] : [null, hint];
  return { analysis, estimate, hint, putAway: () => setPutAway(estimate) };
}
