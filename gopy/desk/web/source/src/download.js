// Gives a record to the browser as a file.

/** Bytes of a record that are no text come as lone surrogates, U+DC80 to U+DCFF, and are written as they were. */
export function download({ name, text }) {
  const parts = text.split(/([\udc80-\udcff])/u).map((part, index) => (index % 2 ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : part));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type: "application/x-go-sgf" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
