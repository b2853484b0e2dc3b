/** Those of the names that apply, as a `class` attribute holds them; nothing where none does. */
export function classNames(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
