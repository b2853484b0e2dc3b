/** Returns the value of the header `Idempotency-Key`; undefined if it is missing or blank. */
export const idempotencyKeyOf = (header: string | undefined): string | undefined =>
  header === undefined || header.trim() === '' ? undefined : header;
