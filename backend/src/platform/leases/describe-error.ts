/**
 * What may be logged or stored of any error: its name, its code and where it was thrown. Messages are left out, since those of drivers and
 * providers quote the values they stumbled over (decisions 17 and 18).
 */
export interface ErrorDescription {
  readonly error: string;
  readonly at: readonly string[];
}

const FRAMES = 4;

/** `TypeError`, `DatabaseError 23505`, `Error ECONNREFUSED`. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
}

export function describeError(error: unknown): ErrorDescription {
  // The message goes first: a line of it may look like a place.
  const stack = error instanceof Error ? (error.stack ?? '').replace(error.message, '') : '';
  const at = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim().slice(3));
  return { error: errorCode(error), at };
}
