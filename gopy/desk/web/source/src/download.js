// Gives something to the browser as a file.

/** Give the browser bytes as a file. */
export function downloadBytes(name, parts, type) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Bytes of a record that are no text come as lone surrogates, U+DC80 to U+DCFF, and are written as they were. */
export function download({ name, text }) {
  const parts = text.split(/([\udc80-\udcff])/u).map((part, index) => (index % 2 ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : part));
  downloadBytes(name, parts, "application/x-go-sgf");
}
