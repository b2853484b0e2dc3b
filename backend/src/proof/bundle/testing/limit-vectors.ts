import { BUNDLE_EVENTS_MAX, BUNDLE_FILES, EVENTS } from '../bundle-files.js';
import { FILE_BYTES_MAX, FILE_VALUES, TEXT_VALUES } from '../bundle-limits.js';
import type { FileChange } from './changes.js';
import { at, disclosing, hashOf, HISTORY, of, one, rewritten } from './content-parts.js';
import { created, STREAM } from './sample-histories.js';
import { storedAt } from './sample-stream.js';
import type { Vector } from './vector.js';

const little = (number: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes.toString('hex');
};

/** Makes the central header of a file state this size. */
const stated = (name: string, size: number) =>
  ({ header: 'central', file: BUNDLE_FILES.indexOf(name), field: 24, insert: little(size) }) as const;

/**
 * A vector at each byte limit and a vector beyond it. Only a header states the size, so that no vector is
 * large.
 */
const SIZES: readonly Vector[] = [...FILE_BYTES_MAX].flatMap(([name, most]) => [
  of(`${name} states the largest size`, 'overlapping', name, stated(name, most)),
  of(`${name} states a larger size`, 'file_too_large', name, stated(name, most + 1)),
]);

const filled = (file: string, before: string, repeat: string, times: number, behind: string): FileChange => ({
  file,
  before,
  repeat,
  times,
  behind,
});

/**
 * Vectors at and beyond each limit on the number of values, with commas and with brackets. A file at the
 * limit passes the check of the limit, and is then unreadable for another reason.
 */
const VALUES: readonly Vector[] = [...FILE_VALUES].flatMap(([file, { values }]) => [
  of(`${file} with as many values as are read`, 'unreadable', file, filled(file, '[', '1,', values, '1]\n')),
  of(`${file} with a value more`, 'too_many_values', file, filled(file, '[', '1,', values + 1, '1]\n')),
  of(`${file} with as many lists as are read`, 'unreadable', file, filled(file, '', '[', values, '\n')),
  of(`${file} with a list more`, 'too_many_values', file, filled(file, '', '[', values + 1, '\n')),
  of(`${file} with an object more`, 'too_many_values', file, filled(file, '', '{', values + 1, '\n')),
  of(`${file} with commas in a text`, 'unreadable', file, filled(file, '"', ',[{\\"', values, '"\n')),
  of(
    `${file} with commas in a text without an end`,
    'unreadable',
    file,
    filled(file, '"', ',[{', values, ''),
  ),
]);

const LINES: readonly Vector[] = [
  of(
    'as many lines as are read',
    'unreadable',
    'events.jsonl:0',
    filled(EVENTS, '', '{}\n', BUNDLE_EVENTS_MAX, ''),
  ),
  of('a line more', 'too_many_events', EVENTS, filled(EVENTS, '', '{}\n', BUNDLE_EVENTS_MAX + 1, '')),
  of(
    'a line more, without its line feed',
    'too_many_events',
    EVENTS,
    filled(EVENTS, '', '{}\n', BUNDLE_EVENTS_MAX, '{}'),
  ),
  of('a line of many lists', 'unreadable', 'events.jsonl:0', filled(EVENTS, '', '[', 60_000, '\n')),
];

const commasIn = (text: string): number => text.split(',').length - 1;
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

/**
 * Returns the change that replaces event 4. The stored data of the new event contain this number of commas.
 */
const withCommas = (commas: number) => {
  const listed = (count: number) => ({ ...at(HISTORY, 4), open: { list: zeros(count) } });
  const { data } = storedAt(STREAM, listed(1), 4, hashOf(3));
  return rewritten(4, listed(1 + commas - commasIn(data.toString())), hashOf(3));
};
/**
 * Discloses a JSON text with this number of commas. No string in the text contains a comma, so each comma
 * separates two values.
 */
const disclosingCommas = (commas: number) =>
  disclosing({
    personal: { ...created.personal, list: zeros(1 + commas - Object.keys(created.personal ?? {}).length) },
  });

const TEXTS: readonly Vector[] = [
  of(
    'an event with as many values as are read',
    'chain_broken',
    'events.jsonl:5',
    withCommas(TEXT_VALUES.values),
  ),
  of('an event with a value more', 'event_altered', 'events.jsonl:4', withCommas(TEXT_VALUES.values + 1)),
  one(
    'an opened text with as many values as are read',
    'receipt_wrong',
    'receipts.json:0',
    ...disclosingCommas(TEXT_VALUES.values),
  ),
  one(
    'an opened text with a value more',
    'opening_wrong',
    'openings.json:0',
    ...disclosingCommas(TEXT_VALUES.values + 1),
  ),
];

/** Bundles at and beyond the limits of a bundle. */
export const LIMIT_VECTORS: readonly Vector[] = [...SIZES, ...VALUES, ...LINES, ...TEXTS];
