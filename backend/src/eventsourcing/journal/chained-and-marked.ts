import { randomBytes } from 'node:crypto';
import type { EventBytes, Position, UntrustedEvent } from '../event-store/event-store.js';
import type { AppendKeys } from '../trust/append-keys.js';
import { hashContent, hashEvent, type PlaceParts } from './chain.js';
import type { CommandContext } from './event.js';
import { EVENT_FORMAT, encodeCore, encodeMetadata } from './event-encoding.js';

/** An event encoded as it will be stored, with its future stream and revision. It has no position yet. */
export type WrittenEvent = UntrustedEvent & { readonly hash: string };

const NO_POSITION = '' as Position;
const BLIND_BYTES = 32;

/** Adds the metadata to an event: what caused it, its place in the hash chain, and its MAC. */
export function chainedAndMarked(
  place: PlaceParts,
  { id, type, data }: Omit<EventBytes, 'metadata'>,
  { at, actor, commandId, correlationId, causedBy }: Omit<CommandContext, 'origin'>,
  keys: Pick<AppendKeys, 'markOf'>,
): WrittenEvent {
  const core = encodeCore({ format: EVENT_FORMAT, at, actor, commandId, correlationId, causedBy });
  const blind = randomBytes(BLIND_BYTES).toString('hex');
  const content = hashContent({ blind, id, type, core, data });
  const hash = hashEvent({ ...place, content });
  const { stream, revision, previousHash } = place;
  const mac = keys.markOf({ stream, revision, hash });
  const metadata = encodeMetadata({ core, blind, content, previousHash, hash, mac });
  return { stream, revision, position: NO_POSITION, id, type, data, metadata, hash };
}
