import { recordsStream } from '../trust-stream/trust.events.js';
import { isBehindParts } from './parts.js';

const nameOf = (part: number): string => recordsStream('nda-1', part);
/** A part that was begun when this event was the last one that counted. */
const begun = (part: number, last?: readonly [part: number, revision: number]) => ({
  part,
  before: last === undefined ? null : { stream: nameOf(last[0]), revision: last[1], hash: 'ab'.repeat(32) },
});

describe('a place of a part of a trust stream', () => {
  it.each([
    ['of the only part', [], [1, 3], false],
    ['that counted when the next part was begun', [begun(2, [1, 3])], [1, 3], false],
    ['behind it', [begun(2, [1, 3])], [1, 4], true],
    ['of the newest part', [begun(2, [1, 3])], [2, 0], false],
    ['of a part of which nothing counted', [begun(2)], [1, 0], true],
    ['of a part between', [begun(3, [1, 3])], [2, 0], true],
    ['that counted before such a part', [begun(3, [1, 3])], [1, 2], false],
    ['that counted when an earlier part was begun', [begun(2, [1, 3]), begun(3, [2, 5])], [1, 3], false],
    ['behind it, with a later part', [begun(2, [1, 3]), begun(3, [2, 5])], [1, 4], true],
    ['of the part before that later part', [begun(2, [1, 3]), begun(3, [2, 5])], [2, 6], true],
  ] as const)('is behind a later part or not: a place %s', (_, parts, [part, revision], expected) => {
    expect(isBehindParts(parts, nameOf(part), revision)).toBe(expected);
  });
});
