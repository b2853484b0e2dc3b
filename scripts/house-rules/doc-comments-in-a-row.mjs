const TWO = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?=\/\*\*)/g;

/** Of two in a row the first belongs to nothing: an editor never shows it. */
export const docCommentsInARow = {
  isAbout: () => true,
  hint: /\*\/\s*\/\*\*/,
  find: (file) =>
    [...file.text.matchAll(TWO)].map(({ index }) => ({
      at: index,
      told: 'a doc comment before another one belongs to nothing: join the two, or write what is about the whole file as // lines',
    })),
};
