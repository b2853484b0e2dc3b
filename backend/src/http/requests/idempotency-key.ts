/** The header `Idempotency-Key`; a blank one is none. */
export const idempotencyKeyOf = (header: string | undefined): string | undefined =>
  header === undefined || header.trim() === '' ? undefined : header;
