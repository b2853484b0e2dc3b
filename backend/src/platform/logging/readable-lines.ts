import { ownMember } from '@siegel/contracts/own-members';
import type { DestinationStream } from 'pino';

/** The members of a terminal that are needed for writing. */
export interface Terminal {
  write(text: string): unknown;
  hasColors?(): boolean;
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** ANSI colours for the levels that must be visible at a glance. */
const COLOURS: { readonly [level in Level]?: number } = { warn: 33, error: 31, fatal: 31 };
/** Matches text that needs no quotes and cannot move the cursor. */
const PLAIN = /^[\p{L}\p{N}\p{P}\p{S}]+$/u;
const NEEDS_QUOTES = /["=]/;

/**
 * Returns a destination that formats each JSON line for people at a terminal. Lines that are not JSON are
 * written unchanged.
 */
export const readableLines = (terminal: Terminal): DestinationStream => {
  const isColoured = terminal.hasColors?.() === true;
  return { write: (line) => void terminal.write(`${readableLine(line, isColoured)}\n`) };
};

/** Formats one line, as in `12:34:56.789Z INFO  answered  route=/api/ndas status=201`. */
export function readableLine(line: string, isColoured = false): string {
  const entry = parsed(line);
  if (entry === undefined) return line.trimEnd();
  const { time, level, msg, ...facts } = entry;
  const word = String(level).toUpperCase().padEnd(5);
  const colour = isColoured ? ownMember<number | undefined>(COLOURS, String(level)) : undefined;
  const shown = colour === undefined ? word : `\u001b[${colour}m${word}\u001b[0m`;
  const message = `${String(time).slice(11)} ${shown} ${onOneLine(typeof msg === 'string' ? msg : '')}`;
  const fields = pairsOf(facts).join(' ');
  return fields === '' ? message : `${message}  ${fields}`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns pairs such as `a=1` and `b.c="two words"`. Nested fields are named by their path. */
const pairsOf = (facts: object, path = ''): string[] =>
  Object.entries(facts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pairsOf(value, `${path}${name}.`)
      : [`${path}${name}=${shownValue(value)}`],
  );

function shownValue(value: unknown): string {
  if (typeof value !== 'string') return onOneLine(JSON.stringify(value) ?? '');
  return PLAIN.test(value) && !NEEDS_QUOTES.test(value) ? value : onOneLine(JSON.stringify(value));
}

/** Escapes characters that would move the cursor or colour the rest. */
const onOneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (control) =>
    control === '\n' ? '\\n' : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
