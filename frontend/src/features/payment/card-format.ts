/** Removes spaces, slashes and all other characters that are not digits. */
export const digitsOf = (typed: string): string => typed.replaceAll(/\D/g, '');

/**
 * Groups the digits by four, as on a printed card. If there are too many digits, the extra digits are kept,
 * so that the user sees the mistake.
 */
export function formatCardNumber(typed: string): string {
  return digitsOf(typed).replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/**
 * Formats the expiry date as `12 / 30` while the user types. Deleting the month's last digit also deletes the
 * slash. `1/30` and `12/2030` get the format that is printed on the card.
 */
export function formatExpiry(typed: string): string {
  const digits = digitsOf(typed.replace(/^\s*(\d)\s*[/.-]/, '0$1')).replace(/^(\d\d)20(\d\d)$/, '$1$2');
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Converts the code to upper case while the user types. The server trims the code. */
export function formatVoucherCode(typed: string): string {
  return typed.toUpperCase();
}
