import type { Actor, CommandContext, NewEvent, Recorded } from '../event.js';

export interface RecordedOptions {
  readonly stream: string;
  readonly revision: number;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly actor?: Actor;
  /** By default a unique id. */
  readonly commandId?: string;
  /** True for an event without its sealed data, as after an erasure. */
  readonly erased?: boolean;
}

const sha256Like = (n: number): string => n.toString(16).padStart(64, '0');
const uuidLike = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/**
 * Builds an event as the journal would return it, for tests of folds, projections and deciders. Ids and
 * hashes are derived from the revision.
 */
export function recorded<E extends NewEvent>(
  event: E,
  {
    stream,
    revision,
    at,
    actor = 'system',
    commandId = uuidLike(revision + 1_000_000),
    erased = false,
  }: RecordedOptions,
): Recorded<E> {
  const envelope = {
    id: uuidLike(revision + 1),
    stream,
    revision,
    position: undefined,
    version: 1,
    unknown: false,
    at,
    actor,
    commandId,
    correlationId: uuidLike(0),
    causedBy: null,
    hash: sha256Like(revision + 1),
    previousHash: sha256Like(revision),
    sealed: undefined,
    erased: erased && event.personal !== undefined,
    keyMissing: false,
    sealBroken: false,
    origin: undefined,
  };
  return {
    ...envelope,
    type: event.type,
    open: event.open,
    personal: erased ? undefined : event.personal,
  } as unknown as Recorded<E>;
}

/** Returns a copy of the event as it is read after the stream's key was destroyed. */
export const erasedCopy = <E extends NewEvent>(event: Recorded<E>): Recorded<E> => ({
  ...event,
  personal: undefined,
  origin: undefined,
  erased: event.personal !== undefined || event.erased,
});

/** Returns a copy of the event as it is read from a database in which the stream's key is missing. */
export const unreadableCopy = <E extends NewEvent>(event: Recorded<E>): Recorded<E> => ({
  ...event,
  personal: undefined,
  origin: undefined,
  keyMissing: event.personal !== undefined || event.keyMissing,
});

export const contextAt = (at: string, context: Partial<CommandContext> = {}): CommandContext => ({
  commandId: uuidLike(2_000_000),
  correlationId: uuidLike(0),
  causedBy: null,
  actor: 'system',
  at,
  ...context,
});
