/** Without blanks, strokes and whatever else stands between them. */
export const digitsOf = (typed: string): string => typed.replaceAll(/\D/g, '');

/** Groups of four, as printed on the card. A digit too many stays, so that it is seen. */
export function formatCardNumber(typed: string): string {
  return digitsOf(typed).replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/**
 * `12 / 30` while it is typed; deleting the last digit of the month also deletes the stroke. `1/30` and
 * `12/2030` become as the card prints them.
 */
export function formatExpiry(typed: string): string {
  const digits = digitsOf(typed.replace(/^\s*(\d)\s*[/.-]/, '0$1')).replace(/^(\d\d)20(\d\d)$/, '$1$2');
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Forced to upper case as it is typed; the server trims it once more. */
export function formatVoucherCode(typed: string): string {
  return typed.toUpperCase();
}
