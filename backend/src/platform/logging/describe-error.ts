// What may be logged or stored of an error, in two lengths. Never what a person entered
// (rule:logs-hold-no-secrets): messages of drivers and providers quote the values they stumbled over.

/** `error` is name and code, `at` is where it was thrown; without any message. */
export interface ErrorDescription {
  readonly error: string;
  readonly at: readonly string[];
}

const FRAMES = 4;
const MESSAGE_MAX = 300;
const CAUSES_MAX = 3;

/** For work that runs unseen, whose errors may be of any kind. */
export function describeError(error: unknown): ErrorDescription {
  const at = error instanceof Error ? framesOf(error).slice(0, FRAMES) : [];
  return { error: errorCode(error), at: at.map((frame) => frame.slice('at '.length)) };
}

/** `TypeError`, `DatabaseError 23505`, `Error ECONNREFUSED`. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
}

/** All of it with causes, and the message where it does not quote: for faults that somebody has to look into. */
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
 * Messages of these repeat what somebody entered: PostgreSQL quotes values, JSON.parse quotes the text.
 * `severity` marks PostgreSQL's.
 */
const quotesInput = (error: Error): boolean =>
  'severity' in error || 'query' in error || error instanceof SyntaxError;

/** `at place`, innermost first. The message goes out of it before: a line of it may look like a place. */
const framesOf = (error: Error): string[] =>
  (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
