// Functions that describe an error for the log or for storage, in a short and a long form. Neither form
// contains user input (rule:logs-hold-no-secrets). Messages from drivers and providers can contain user
// input, because they quote the values that caused the error.

import { OperatorError } from '../errors/operator-error.js';

/**
 * `error` is the error's name and code. `at` contains the innermost stack frames. The error's message is left
 * out. `causes` describes the errors that the error wraps, outermost first.
 */
export interface ErrorDescription {
  readonly error: string;
  readonly at: readonly string[];
  readonly causes?: readonly CauseDescription[];
}

interface CauseDescription extends Omit<ErrorDescription, 'causes'> {
  readonly message?: string;
}

const FRAMES = 4;
const MESSAGE_MAX = 300;
const CAUSES_MAX = 3;

/** Returns the short form. It is used for background work, in which errors of any kind can occur. */
export function describeError(error: unknown): ErrorDescription {
  const causes = causesOf(error).map((cause) => ({ ...described(cause), ...ownMessageOf(cause) }));
  return { ...described(error), ...(causes.length === 0 ? {} : { causes }) };
}

function described(error: unknown): Omit<ErrorDescription, 'causes'> {
  const at = error instanceof Error ? framesOf(error).slice(0, FRAMES) : [];
  return { error: errorCode(error), at: at.map((frame) => frame.slice('at '.length)) };
}

/** Returns the errors that this error wraps, outermost first. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  let last = error;
  while (last instanceof Error && last.cause !== undefined && causes.length < CAUSES_MAX) {
    last = last.cause;
    causes.push(last);
  }
  return causes;
}

/**
 * Returns the message of an error that we wrote for operators. Such a message contains no user input.
 * Messages of other errors are left out, because packages may quote a name or an address in them.
 */
const ownMessageOf = (error: unknown): { readonly message?: string } =>
  error instanceof OperatorError ? { message: error.message.slice(0, MESSAGE_MAX) } : {};

/** Returns name and code, as in `TypeError`, `DatabaseError 23505` and `Error ECONNREFUSED`. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
}

/**
 * Returns the long form, for faults that somebody must investigate. It includes the error's causes. It also
 * includes the message, unless the message quotes input.
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
 * PostgreSQL's errors can be recognised by their member `severity`.
 */
const quotesInput = (error: Error): boolean =>
  'severity' in error || 'query' in error || error instanceof SyntaxError;

/**
 * Returns the stack frames as lines such as `at place`, innermost first. The message is removed first,
 * because one of its lines could look like a stack frame.
 */
const framesOf = (error: Error): string[] =>
  (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
