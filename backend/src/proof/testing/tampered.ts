import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';

/** Rows of a log after one change, and the expected finding. */
export interface Tampered {
  readonly what: string;
  readonly rows: readonly UntrustedEvent[];
  /** The verification must find one of these kinds. Usually it finds the first kind. */
  readonly kinds: readonly string[];
  /** Revision of the finding in its stream; undefined if another place may be reported first. */
  readonly revision?: number;
}

const flippedBytes = (bytes: Uint8Array, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ (1 << (at % 8));
  return copy;
};
const flippedText = (text: string, at: number): string =>
  flippedBytes(Buffer.from(text), at).toString('latin1');
function flippedId(id: string, at: number): string {
  const hex = flippedBytes(Buffer.from(id.replaceAll('-', ''), 'hex'), at).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Returns one copy of the row for each stored byte of the event. In each copy, one bit of that byte is
 * flipped.
 */
export function* flips(row: UntrustedEvent): Generator<UntrustedEvent> {
  for (let at = 0; at < row.data.length; at += 1) yield { ...row, data: flippedBytes(row.data, at) };
  for (let at = 0; at < row.metadata.length; at += 1)
    yield { ...row, metadata: flippedBytes(row.metadata, at) };
  for (let at = 0; at < row.type.length; at += 1) yield { ...row, type: flippedText(row.type, at) };
  for (let at = 0; at < 16; at += 1) yield { ...row, id: flippedId(row.id, at) };
}

/**
 * Returns one copy of the row for each character of the stream's name. In each copy, one bit of that
 * character is flipped.
 */
export function* renamed(row: UntrustedEvent): Generator<UntrustedEvent> {
  for (let at = 0; at < row.stream.length; at += 1) yield { ...row, stream: flippedText(row.stream, at) };
}

/** Returns a row with the content of one row and the stream, revision and position of another. */
const inPlaceOf = (
  { stream, revision, position }: UntrustedEvent,
  content: UntrustedEvent,
): UntrustedEvent => ({
  ...content,
  stream,
  revision,
  position,
});

/**
 * Yields changed logs. In each log, a row of the stream is dropped, doubled, swapped with another row, or
 * replaced by a row of another stream. `rows` also contains other streams.
 */
export function* rearranged(rows: readonly UntrustedEvent[], stream: string): Generator<Tampered> {
  const own = rows.filter((row) => row.stream === stream);
  const last = own.length - 1;
  for (const [n, row] of own.entries()) {
    const without = rows.filter((one) => one !== row);
    yield { what: `drops ${n}`, rows: without, kinds: n === last ? ['truncated'] : ['dropped'], revision: n };
    yield { what: `doubles ${n}`, rows: [...rows, row], kinds: ['inserted'], revision: n + 1 };
    const behind = { ...row, revision: last + 1, position: rows.at(-1)?.position ?? row.position };
    yield {
      what: `doubles ${n} at the end`,
      rows: [...rows, behind],
      kinds: ['inserted'],
      revision: last + 1,
    };
    for (const [m, other] of own.entries()) {
      if (m <= n) continue;
      const places = new Map([
        [row, inPlaceOf(row, other)],
        [other, inPlaceOf(other, row)],
      ]);
      yield {
        what: `swaps ${n} and ${m}`,
        rows: rows.map((one) => places.get(one) ?? one),
        kinds: ['reordered'],
        revision: n,
      };
      const positions = new Map([
        [row, { ...row, position: other.position }],
        [other, { ...other, position: row.position }],
      ]);
      yield {
        what: `swaps ${n} and ${m} in the log`,
        rows: rows.map((one) => positions.get(one) ?? one),
        kinds: ['reordered'],
      };
    }
    const stranger = rows.find((one) => one.stream !== stream && one.revision === row.revision);
    if (stranger !== undefined)
      yield {
        what: `puts another stream's event in the place of ${n}`,
        rows: rows.map((one) => (one === row ? inPlaceOf(row, stranger) : one)),
        kinds: ['spliced'],
        revision: n,
      };
  }
}
