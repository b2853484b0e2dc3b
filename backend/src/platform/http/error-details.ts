const MESSAGE_MAX = 300;

/**
 * Messages of these repeat what somebody entered: PostgreSQL quotes values, JSON.parse quotes the text. `severity` marks PostgreSQL's.
 */
const quotesInput = (error: Error): boolean => 'severity' in error || 'query' in error || error instanceof SyntaxError;

/** What may be logged of an error: its kind, code, place and cause, never what a person entered (decisions 17). */
export function errorDetails(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(quotesInput(error) ? {} : { message: error.message.slice(0, MESSAGE_MAX) }),
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: errorDetails(error.cause, depth + 1) }),
  };
}
