import type { Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';

/**
 * A sealed part of an event, kept in a row as it stands in the log; opened when the row is read. `bytes` is
 * base64.
 */
export interface SealedPart {
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly keyId: string;
  readonly bytes: string;
}

/** The row with what the event sealed under this name; as it is where the event sealed nothing. */
export function withSealed<Row extends { readonly sealed: object }>(
  row: Row,
  name: keyof Row['sealed'] & string,
  event: Pick<Recorded, 'sealed'>,
): Row {
  if (event.sealed === undefined) return row;
  const { revision, eventId, type, keyId, bytes } = event.sealed;
  const part: SealedPart = { revision, eventId, type, keyId, bytes: Buffer.from(bytes).toString('base64') };
  return { ...row, sealed: { ...row.sealed, [name]: part } };
}

/** What a part holds; undefined where there is none, or where its key is gone. @throws SealBroken */
export async function openPart(
  journal: Pick<Journal, 'openSealed'>,
  stream: string,
  part: SealedPart | undefined,
): ReturnType<Journal['openSealed']> {
  if (part === undefined) return undefined;
  return journal.openSealed({ ...part, stream, bytes: Buffer.from(part.bytes, 'base64') });
}
