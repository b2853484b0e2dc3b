import { v5, v7 } from 'uuid';

const NAMESPACE = '6f1f6b7e-4a0e-5c52-9a5e-3d2c8d0b7a11';

/** Returns a UUIDv7. Such ids sort by the time at which they were created. */
export const newId = (): string => v7();

/**
 * Returns the UUIDv5 of the parts. The same parts always give the same id. Example: a command's id is derived
 * from parts that identify an obligation. The command then has the same id at each delivery of the
 * obligation, so a redelivery is recognised.
 */
export const derivedId = (...parts: readonly (string | number)[]): string =>
  v5(parts.join('\u0000'), NAMESPACE);
