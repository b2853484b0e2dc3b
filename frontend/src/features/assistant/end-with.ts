/**
 * Cleanup of an effect that lasts until the language changes. The language is a parameter so that the effect
 * depends on it.
 */
export const endWith =
  (_language: string, end: () => void): (() => void) =>
  () =>
    end();
