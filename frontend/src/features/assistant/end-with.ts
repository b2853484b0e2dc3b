/** The end of an effect that lasts as long as a language does. */
export const endWith =
  (_language: string, end: () => void): (() => void) =>
  () =>
    end();
