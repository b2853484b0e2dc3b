import type { EnvironmentReader } from './environment-reader.js';

/** An origin is one word without '+', because it is the name of a key in signed notes (C2SP). */
const LOG_ORIGIN = /^[\x21-\x2a\x2c-\x7e]{1,255}$/;

/** Reads LOG_ORIGIN. Returns undefined if it is not set. */
export function readLogOrigin(read: EnvironmentReader): string | undefined {
  const origin = read.text('LOG_ORIGIN');
  if (origin === undefined || LOG_ORIGIN.test(origin)) return origin;
  read.problem(
    "LOG_ORIGIN: expected at most 255 letters, digits and signs without spaces and without '+', as in nda.example/log.",
  );
  return undefined;
}
