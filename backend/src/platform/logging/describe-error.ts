// Describes an error for the log or for storage, in a short and a long form. Neither form contains user input
// (rule:logs-hold-no-secrets): messages from drivers and providers quote the values on which they failed.

/** `error` is name and code, `at` is the place where it was thrown. There is no message. */
export interface ErrorDescription {
  readonly error: string;
  readonly at: readonly string[];
}

const FRAMES = 4;
const MESSAGE_MAX = 300;
const CAUSES_MAX = 3;

/** The short form, for background work, whose errors can be of any kind. */
export function describeError(error: unknown): ErrorDescription {
  const at = error instanceof Error ? framesOf(error).slice(0, FRAMES) : [];
  return { error: errorCode(error), at: at.map((frame) => frame.slice('at '.length)) };
}

/** Returns name and code, as in `TypeError`, `DatabaseError 23505` and `Error ECONNREFUSED`. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
}

/**
 * The long form, for faults that somebody must investigate. It includes the causes, and the message unless it
 * quotes input.
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
 * True for errors whose messages repeat user input. PostgreSQL quotes values, and JSON.parse quotes the text.
 * `severity` marks PostgreSQL's errors.
 */
const quotesInput = (error: Error): boolean =>
  'severity' in error || 'query' in error || error instanceof SyntaxError;

/**
 * Returns lines such as `at place`, innermost first. The message is removed before, because one of its lines
 * could look like a place.
 */
const framesOf = (error: Error): string[] =>
  (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
