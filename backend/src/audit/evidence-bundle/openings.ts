import type { StoredEvent } from '../../eventsourcing/trust/authenticate.js';
import { parseCore, parseData, parseMetadata } from '../../eventsourcing/journal/event-encoding.js';
import { type DecodedPart, decodePersonalPart } from '../../eventsourcing/journal/sealed-part.js';
import { canonicalJson } from '../../platform/crypto/canonical-json.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import type { Opening, OpeningPart } from '../../proof/bundle/bundle-files.js';
import { ignoreMissingKey, type Vault } from '../../vault/vault.js';

/**
 * Returns the disclosed parts of a history (rule:evidence-bundle). They are the personal parts, each with its
 * salt. The origin of an act is never disclosed. In format 1, a single commitment covers both personal part
 * and origin, so an event of format 1 that has an origin discloses no part.
 * @param events a whole stream that is intact
 * @param erased if true, nothing is opened, even if the key still exists
 * @throws SealBroken
 */
export async function openingsOf(
  events: readonly StoredEvent[],
  vault: Pick<Vault, 'open'>,
  erased: boolean,
): Promise<Opening[]> {
  const openings: Opening[] = [];
  for await (const part of chunkedWithYield(events)) {
    const found = await Promise.all(part.map((event) => openingsOfOne(event, vault, erased)));
    openings.push(...found.flat());
  }
  return openings;
}

function committedParts(event: StoredEvent): OpeningPart[] {
  const { commitment, commitments = {} } = parseData(event);
  const { format } = parseCore(event, parseMetadata(event).core);
  if (format === 1) return commitment === undefined ? [] : ['whole'];
  return (['personal', 'origin'] as const).filter((part) => commitments[part] !== undefined);
}

async function openingsOfOne(
  event: StoredEvent,
  vault: Pick<Vault, 'open'>,
  erased: boolean,
): Promise<Opening[]> {
  const { revision } = event;
  const parts = committedParts(event);
  if (erased) return parts.map((part) => ({ revision, part, state: 'erased' }));
  const decoded = parts.every((part) => part === 'origin') ? undefined : await decodedPart(event, vault);
  return parts.map((part) => openingOf(revision, part, decoded));
}

/** Opens and decodes the sealed part of an event; undefined if there is no key. */
async function decodedPart(event: StoredEvent, vault: Pick<Vault, 'open'>): Promise<DecodedPart | undefined> {
  const { stream, revision, id: eventId, type } = event;
  const { sealed = '', keyId = '' } = parseData(event);
  const bytes = Buffer.from(sealed, 'base64');
  const plaintext = await vault
    .open({ stream, revision, eventId, type, keyId, bytes })
    .catch(ignoreMissingKey);
  if (plaintext === undefined) return undefined;
  const decoded = decodePersonalPart(plaintext);
  plaintext.fill(0);
  return decoded;
}

function openingOf(revision: number, part: OpeningPart, decoded: DecodedPart | undefined): Opening {
  if (part === 'origin') return { revision, part, state: 'withheld' };
  if (decoded === undefined) return { revision, part, state: 'key_missing' };
  const { personal, origin, salt: whole, salts } = decoded;
  const salt = part === 'whole' ? whole : salts?.personal;
  if (part === 'whole' && origin !== undefined) return { revision, part, state: 'withheld' };
  if (personal === undefined || salt === undefined) throw new Error(`event ${revision} sealed no salt`);
  return { revision, part, state: 'opened', salt, text: canonicalJson({ personal }) };
}
