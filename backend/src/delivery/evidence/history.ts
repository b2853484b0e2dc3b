import type { Disclosure, EvidenceEvent } from '@siegel/contracts/evidence/evidence';
import type { EventStore, StoredEvent } from '../../eventsourcing/event-store/event-store.js';
import { parseData, parseMetadata } from '../../eventsourcing/journal/event-encoding.js';
import { decodePersonalPart } from '../../eventsourcing/journal/sealed-part.js';
import type { Vault } from '../../vault/vault.js';

/** A stream up to and including a revision, as it is stored, with what may be disclosed of it. */
export type History = (stream: string, to: number) => Promise<EvidenceEvent[]>;

/**
 * Salt and plaintext of a sealed part. Not of one that holds from where somebody acted: the document shows
 * addresses in shortened form (rule:addresses-are-shortened), and the commitment lets them be proven later
 * all the same.
 */
async function disclosureOf(
  stored: StoredEvent,
  vault: Pick<Vault, 'open'>,
): Promise<Disclosure | undefined> {
  const { sealed, keyId = '' } = parseData(stored);
  if (sealed === undefined) return undefined;
  const { stream, revision, id: eventId, type } = stored;
  const plaintext = await vault.open({
    stream,
    revision,
    eventId,
    type,
    keyId,
    bytes: Buffer.from(sealed, 'base64'),
  });
  if (plaintext === undefined) return undefined;
  const { personal, origin, salt } = decodePersonalPart(plaintext);
  plaintext.fill(0);
  if (personal === undefined || origin !== undefined) return undefined;
  return { salt: salt.toString('base64'), personal: personal as Disclosure['personal'] };
}

async function evidenceEvent(stored: StoredEvent, vault: Pick<Vault, 'open'>): Promise<EvidenceEvent> {
  const { core, previousHash, hash } = parseMetadata(stored);
  const disclosed = await disclosureOf(stored, vault);
  return {
    revision: stored.revision,
    id: stored.id,
    type: stored.type,
    core,
    data: Buffer.from(stored.data).toString('utf8'),
    previousHash,
    hash,
    ...(disclosed === undefined ? {} : { disclosed }),
  };
}

export const createHistory =
  (store: Pick<EventStore, 'readStream'>, vault: Pick<Vault, 'open'>): History =>
  async (stream, to) => {
    const stored = await store.readStream(stream, { from: 0, limit: to + 1 });
    return Promise.all(stored.map((event) => evidenceEvent(event, vault)));
  };
