const TWO = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?=\/\*\*)/g;

/** Finds two doc comments in a row. The first comment belongs to no code, so an editor never shows it. */
export const docCommentsInARow = {
  isAbout: () => true,
  hint: /\*\/\s*\/\*\*/,
  find: (file) =>
    [...file.text.matchAll(TWO)].map(({ index }) => ({
      at: index,
      message:
        'a doc comment before another one belongs to no code: join the two, or write the comment on the whole file as // lines',
    })),
};
