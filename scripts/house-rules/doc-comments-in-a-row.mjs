const TWO = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?=\/\*\*)/g;

/** Finds two doc comments in a row: the first one belongs to no code, and an editor never shows it. */
export const docCommentsInARow = {
  isAbout: () => true,
  hint: /\*\/\s*\/\*\*/,
  find: (file) =>
    [...file.text.matchAll(TWO)].map(({ index }) => ({
      at: index,
      told: 'a doc comment before another one belongs to nothing: join the two, or write what is about the whole file as // lines',
    })),
};
