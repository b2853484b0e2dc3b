// Parts of an error that may be logged or stored, in two lengths. They never contain user input
// (rule:logs-hold-no-secrets): messages of drivers and providers quote the values that they failed on.

/** `error` is name and code, `at` is the place of the throw; without any message. */
export interface ErrorDescription {
  readonly error: string;
  readonly at: readonly string[];
}

const FRAMES = 4;
const MESSAGE_MAX = 300;
const CAUSES_MAX = 3;

/** For background work, whose errors may be of any kind. */
export function describeError(error: unknown): ErrorDescription {
  const at = error instanceof Error ? framesOf(error).slice(0, FRAMES) : [];
  return { error: errorCode(error), at: at.map((frame) => frame.slice('at '.length)) };
}

/** Name and code: `TypeError`, `DatabaseError 23505`, `Error ECONNREFUSED`. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
}

/**
 * The full error with its causes, and with its message unless that quotes input: for faults that somebody has
 * to investigate.
 */
export function errorDetails(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(quotesInput(error) ? {} : { message: error.message.slice(0, MESSAGE_MAX) }),
    stack: framesOf(error).join('\n'),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: errorDetails(error.cause, depth + 1) }),
  };
}

/**
 * True for errors whose messages repeat user input: PostgreSQL quotes values, JSON.parse quotes the text.
 * `severity` marks PostgreSQL's errors.
 */
const quotesInput = (error: Error): boolean =>
  'severity' in error || 'query' in error || error instanceof SyntaxError;

/** `at place`, innermost first. The message is removed first: one of its lines may look like a place. */
const framesOf = (error: Error): string[] =>
  (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
