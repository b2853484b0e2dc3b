/** Joins the names that apply into a `class` attribute. Undefined if none applies. */
export function classNames(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
