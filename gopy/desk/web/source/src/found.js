// What is known of the position that is shown.
import { useState } from "preact/hooks";

/** {analysis, estimate, hint}: the report of the running search, an estimate and a hint, each null if there is none. */
export function useFound(told) {
  const { go } = told;
  const [putAway, setPutAway] = useState(null);
  const of = (kind) => {
    const found = told[kind];
    if (!found) return null;
    if (found.version === undefined) found.version = go.version;
    return found.node === go.node && found.version === go.version ? found : null;
  };
  const thinking = go.doing === "genmove";
  const analysis = go.thoughts && (go.analysing || thinking) ? of("analysis") : null;
  const estimate = thinking ? null : of("estimate");
  return { analysis, estimate: estimate === putAway ? null : estimate, hint: thinking ? null : of("hint"), putAway: () => setPutAway(estimate) };
}
