// The language of the page: the one that was chosen, else the first of the browser's that gopy speaks. English is in the page; the tables
// of the others are loaded when they are wanted.
import { useEffect, useState } from "preact/hooks";
import english from "../../../languages/en.json";
import { speak } from "../../../languages/say.js";
import { useStored } from "./stored.js";

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ja: "日本語", ko: "한국어", zh: "中文" };

/** What is chosen first: the browser's language. */
const BROWSERS = "browser";

const isKnown = (name) => name === BROWSERS || Object.hasOwn(LANGUAGES, name);

const ofBrowser = () => navigator.languages.map((name) => name.split("-")[0]).find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";

const tables = { en: english };

/** The table of a language; the English one where it cannot be loaded, to try again later. */
async function tableOf(language) {
  try {
    return tables[language] ??= await (await fetch(`languages/${language}.json`)).json();
  } catch {
    return english;
  }
}

/** {language, spoken, setLanguage}: what was chosen, the code of what is spoken (null until its phrases are there), and how to choose. */
export function useLanguage() {
  const [language, setLanguage] = useStored("language", BROWSERS, isKnown);
  const [spoken, setSpoken] = useState(null);
  useEffect(() => {
    const wanted = language === BROWSERS ? ofBrowser() : language;
    let current = true;
    tableOf(wanted).then((table) => {
      if (!current) return;
      const name = table === english ? "en" : wanted;
      speak(name, table);
      document.documentElement.lang = name;
      setSpoken(name);
    });
    return () => { current = false; };
  }, [language]);
  return { language, spoken, setLanguage };
}
