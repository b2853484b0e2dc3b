/**
 * Joins the given class names into the value of a `class` attribute, leaving out false and undefined. Returns
 * undefined if no name is left.
 */
export function classNames(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
