// Builds the page into ../static: `npm ci && npm run build`. The built files are committed, so users need no npm.
import { build } from "esbuild";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

const target = "../static/";

await build({
  entryPoints: { page: "src/main.jsx" },
  outdir: target,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "dataurl", ".png": "empty" },
  legalComments: "none",
  charset: "utf8",
});
copyFileSync("src/index.html", target + "index.html");

// The licences of what is bundled go with the bundle.
const bundled = ["preact", "@sabaki/shudan", "classnames", "gifenc"];
const licence = (name) => ["LICENSE", "LICENSE.md"].map((file) => `node_modules/${name}/${file}`).find(existsSync);
const texts = bundled.map((name) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `${name} ${version}\n\n${readFileSync(licence(name), "utf8").trim()}\n`;
});
writeFileSync(target + "LICENSES.txt", "page.js and page.css contain these packages.\n\n" + texts.join("\n\n"));
