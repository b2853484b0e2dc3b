import type { Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';
import type { Sealed } from '../../vault/sealed.js';

/**
 * The sealed part of an event, as a row stores it. The part stays sealed in the row, as it does in the log,
 * and is opened when the row is read. `bytes` is base64.
 */
export type SealedPart = Omit<Sealed, 'stream' | 'bytes'> & { readonly bytes: string };

export const keptPart = ({ revision, eventId, type, keyId, bytes }: Sealed): SealedPart => ({
  revision,
  eventId,
  type,
  keyId,
  bytes: Buffer.from(bytes).toString('base64'),
});

/**
 * Returns the row with the event's sealed part added under `name`. If the event has no sealed part, returns
 * the row unchanged.
 */
export function withSealed<Row extends { readonly sealed: object }>(
  row: Row,
  name: keyof Row['sealed'] & string,
  event: Pick<Recorded, 'sealed'>,
): Row {
  return event.sealed === undefined
    ? row
    : { ...row, sealed: { ...row.sealed, [name]: keptPart(event.sealed) } };
}

/**
 * Opens a sealed part. Returns undefined if `part` is undefined or if its key was destroyed.
 * @throws SealBroken
 */
export async function openPart(
  journal: Pick<Journal, 'openSealed'>,
  stream: string,
  part: SealedPart | undefined,
): ReturnType<Journal['openSealed']> {
  if (part === undefined) return undefined;
  return journal.openSealed({ ...part, stream, bytes: Buffer.from(part.bytes, 'base64') });
}
