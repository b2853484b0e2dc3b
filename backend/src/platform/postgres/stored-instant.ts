/** The result of `storedInstant` for a value that is no instant. */
const NO_INSTANT = new Date(0).toISOString();

/**
 * Returns the instant of a column, in ISO 8601. `infinity` is no instant, and the driver returns it as a number.
 * It becomes an instant that the service never wrote, so that a row with it does not fit its signature or MAC.
 */
export const storedInstant = (value: Date | number): string =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : NO_INSTANT;
