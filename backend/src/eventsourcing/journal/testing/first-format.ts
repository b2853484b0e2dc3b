import { createHash } from 'node:crypto';
import { canonicalBytes } from '../../../platform/crypto/canonical-json.js';
import { newId } from '../../../platform/crypto/ids.js';
import type { Vault } from '../../../vault/vault.js';
import type { EventBytes, EventStore } from '../../event-store/event-store.js';
import { NO_HASH } from '../chain.js';
import type { Origin } from '../event.js';
import { encodeCore, encodeMetadata, parseMetadata } from '../event-encoding.js';
import { TEST_KEYS } from '../../trust/testing/test-trust.js';
import { commitmentOf } from '../sealed-part.js';
import { chainedEvent } from './chained.js';

/** Number of events in one append. Even a slow machine writes them within the store's time limit. */
const EVENTS_PER_APPEND = 500;

/** An event as the first version of the service passed it to its journal. */
export interface FirstFormatEvent {
  /** With its version. */
  readonly type: string;
  readonly open: object;
  readonly personal?: object | undefined;
  readonly origin?: Origin | undefined;
}

/**
 * Appends events in format 1, with MACs as if the log had been written with APPEND_KEY from the beginning. Each
 * event is sealed with one salt and one commitment, and has neither a blind nor a content hash. A stream's
 * first event creates the stream's key.
 */
export async function appendFirstFormat(
  {
    store,
    vault,
  }: { store: Pick<EventStore, 'append' | 'readStream'>; vault: Pick<Vault, 'createKey' | 'seal'> },
  stream: string,
  events: readonly FirstFormatEvent[],
  at: string,
): Promise<void> {
  const last = (await store.readStream(stream)).at(-1);
  const first = (last?.revision ?? -1) + 1;
  if (first === 0 && events.length > 0) await vault.createKey(stream);
  let previousHash = last === undefined ? NO_HASH : parseMetadata(last).hash;
  const written: EventBytes[] = [];
  for (const [index, event] of events.entries()) {
    const place = { stream, revision: first + index, previousHash, at };
    const bytes = await inFirstFormat(event, place, vault);
    const metadata = parseMetadata({ ...bytes, stream, revision: place.revision });
    previousHash = metadata.hash;
    const mac = TEST_KEYS.markOf({ stream, revision: place.revision, hash: previousHash });
    written.push({ ...bytes, metadata: encodeMetadata({ ...metadata, mac }) });
  }
  for (let from = 0; from < written.length; from += EVENTS_PER_APPEND) {
    const expected = first + from === 0 ? 'no-stream' : first + from - 1;
    await store.append(stream, expected, written.slice(from, from + EVENTS_PER_APPEND));
  }
}

interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly previousHash: string;
  readonly at: string;
}

async function inFirstFormat(
  { type, open, personal, origin }: FirstFormatEvent,
  { stream, revision, previousHash, at }: Place,
  vault: Pick<Vault, 'seal'>,
): Promise<EventBytes> {
  const id = newId();
  const salt = createHash('sha256').update(`salt of ${id}`).digest();
  const plaintext = canonicalBytes({ origin, personal, salt: salt.toString('base64') });
  const isSealed = personal !== undefined || origin !== undefined;
  const sealed = isSealed ? await vault.seal({ stream, revision, eventId: id, type }, plaintext) : undefined;
  const data = Buffer.from(
    JSON.stringify({
      open,
      ...(sealed && {
        sealed: Buffer.from(sealed.bytes).toString('base64'),
        keyId: sealed.keyId,
        commitment: commitmentOf(salt, { origin, personal }),
      }),
    }),
  );
  const ids = { commandId: newId(), correlationId: newId(), causedBy: null };
  const core = encodeCore({ format: 1, at, actor: 'party1', ...ids });
  const { metadata } = chainedEvent({ format: 1, stream, revision, id, type, data, core }, previousHash);
  return { id, type, data, metadata };
}
