// The phrases of the language that is spoken, for gopy's page and for the page of a review. A phrase is a text with places such as
// {move}, or one such text for each plural form of its {count}, by the names of Intl.PluralRules.

let phrases = {}, forms = new Intl.PluralRules("en");

/** Places that stand for a side, which is given as 0 or "B", 1 or "W". */
const SIDES = ["colour", "own", "foe"];

/** Speak a language from now on: its code, and its table of phrases. */
export function speak(language, table) {
  phrases = table;
  forms = new Intl.PluralRules(language);
}

export const isPhrase = (key) => Object.hasOwn(phrases, key);

export const nameOf = (colour) => say({ 0: "black", B: "black", 1: "white", W: "white" }[colour]);

/** The phrase of a key, with values in its places. */
export function say(key, values = {}) {
  const found = phrases[key] ?? key;
  const text = typeof found === "string" ? found : found[forms.select(values.count)] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (place, name) => SIDES.includes(name) ? nameOf(values[name]) : values[name] ?? place);
}
