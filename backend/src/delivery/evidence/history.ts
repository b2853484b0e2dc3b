import type { TrustedLog } from '../../eventsourcing/trust/trusted-log.js';
import { type Disclosure, type EvidenceEvent, SHOWN_TYPES } from '@siegel/contracts/evidence/evidence';
import type { StoredEvent } from '../../eventsourcing/trust/authenticate.js';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import {
  type EventMetadata,
  parseData,
  parseMetadata,
  parseWireType,
} from '../../eventsourcing/journal/event-encoding.js';
import { decodePersonalPart } from '../../eventsourcing/journal/sealed-part.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import type { Vault } from '../../vault/vault.js';
import { shortenedHistory } from '../shortened-history.js';

/**
 * Reads a stream up to and including the revision `to`. Events that may be shown are returned in full. Every
 * other event is returned as a link without its content.
 */
export type History = (stream: string, to: number) => Promise<EvidenceEvent[]>;

/**
 * Returns the salt and the plaintext of an event's personal part. It never returns the event's origin,
 * because the document shows only shortened addresses (rule:addresses-are-shortened). In format 1, a single
 * commitment covers both the personal part and the origin. The personal part of an event with an origin is
 * therefore not disclosed.
 */
async function disclosureOf(
  stored: StoredEvent,
  vault: Pick<Vault, 'open'>,
): Promise<Disclosure | undefined> {
  const { sealed, keyId = '' } = parseData(stored);
  if (sealed === undefined) return undefined;
  const { stream, revision, id: eventId, type } = stored;
  const bytes = Buffer.from(sealed, 'base64');
  const plaintext = await vault.open({ stream, revision, eventId, type, keyId, bytes });
  if (plaintext === undefined) return undefined;
  const { personal, origin, salt, salts } = decodePersonalPart(plaintext);
  plaintext.fill(0);
  const proof = salts?.personal ?? (origin === undefined ? salt : undefined);
  if (personal === undefined || proof === undefined) return undefined;
  return { salt: proof, personal: personal as Disclosure['personal'] };
}

/** Returns the event as a link without content (rule:evidence-withholds). */
function withheld({ revision }: StoredEvent, { content, previousHash, hash }: EventMetadata): EvidenceEvent {
  return content === undefined ? { revision, hash, format: 1 } : { revision, content, previousHash, hash };
}

const typeOf = (stored: StoredEvent): string => parseWireType(stored, stored.type).type;
const isShown = (stored: StoredEvent): boolean => SHOWN_TYPES.some((shown) => shown === typeOf(stored));

async function shownEvent(stored: StoredEvent, vault: Pick<Vault, 'open'>): Promise<EvidenceEvent> {
  const { core, blind, content, previousHash, hash } = parseMetadata(stored);
  const disclosed = await disclosureOf(stored, vault);
  const shown = {
    revision: stored.revision,
    id: stored.id,
    type: stored.type,
    core,
    data: Buffer.from(stored.data).toString('utf8'),
    previousHash,
    hash,
    ...(disclosed === undefined ? {} : { disclosed }),
  };
  return blind === undefined || content === undefined
    ? { ...shown, format: 1 }
    : { ...shown, blind, content };
}

export const createHistory =
  (log: Pick<TrustedLog, 'load'>, vault: Pick<Vault, 'open'>): History =>
  async (stream, to) => {
    const { events: stored, untrusted } = await log.load(stream, { to });
    if (untrusted !== undefined) throw new StreamUntrusted(stream, untrusted);
    const { omitted } = shortenedHistory(
      stored.map((event) => ({ revision: event.revision, type: typeOf(event) })),
    );
    const evidenceEvent = async (event: StoredEvent): Promise<EvidenceEvent> =>
      isShown(event) && !omitted.has(event.revision)
        ? shownEvent(event, vault)
        : withheld(event, parseMetadata(event));
    const history: EvidenceEvent[] = [];
    for await (const part of chunkedWithYield(stored))
      history.push(...(await Promise.all(part.map(evidenceEvent))));
    return history;
  };
