/**
 * Returns the cleanup of an effect that must end when the language changes. The language is a parameter only
 * so that the effect depends on it.
 */
export const endWith =
  (_language: string, end: () => void): (() => void) =>
  () =>
    end();
