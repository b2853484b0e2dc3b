import { createHash } from 'node:crypto';
import type { UntrustedEvent } from '../../event-store/event-store.js';
import { hashContent, hashEvent, hashEventV1, NO_HASH } from '../chain.js';
import { encodeCore, encodeMetadata } from '../event-encoding.js';

/** An event to be stored, without its place in the chain. */
export interface Unchained {
  /**
   * Format of the event. The first version of the service wrote format 1, and the current version writes
   * format 2.
   */
  readonly format: 1 | 2;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: Buffer;
  readonly core?: string;
}

type Chained = Omit<UntrustedEvent, 'position'> & { readonly hash: string };

const coreOf = (format: number): string =>
  encodeCore({
    format,
    at: '2026-11-12T10:00:00.000Z',
    actor: 'party1',
    commandId: 'c',
    correlationId: 'k',
    causedBy: null,
  });

/** Chains an event, in either format, to the event with the given hash. */
export function chainedEvent(event: Unchained, previousHash: string): Chained {
  const { format, stream, revision, id, type, data, core = coreOf(format) } = event;
  const place = { stream, revision, previousHash };
  const said = { id, type, core, data };
  if (format === 1) {
    const hash = hashEventV1({ ...place, ...said });
    return { stream, revision, id, type, data, metadata: encodeMetadata({ core, previousHash, hash }), hash };
  }
  const blind = createHash('sha256').update(`blind ${id}`).digest('hex');
  const content = hashContent({ ...said, blind });
  const hash = hashEvent({ ...place, content });
  const metadata = encodeMetadata({ core, blind, content, previousHash, hash });
  return { stream, revision, id, type, data, metadata, hash };
}

/** Chains a whole stream, beginning with its first event. */
export function chained(events: readonly Unchained[]): Chained[] {
  let previousHash = NO_HASH;
  return events.map((event) => {
    const next = chainedEvent(event, previousHash);
    previousHash = next.hash;
    return next;
  });
}
