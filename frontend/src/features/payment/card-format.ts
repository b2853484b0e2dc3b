const CARD_DIGITS = 19;

/** Groups of four, as printed on the card. */
export function formatCardNumber(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, CARD_DIGITS);
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** `12 / 30` while it is typed; deleting the last digit of the month also deletes the stroke. */
export function formatExpiry(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function formatCvc(typed: string): string {
  return typed.replaceAll(/\D/g, '').slice(0, 4);
}

/** Forced to upper case as it is typed; the server trims it once more. */
export function formatVoucherCode(typed: string): string {
  return typed.toUpperCase();
}
