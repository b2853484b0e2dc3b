import type { UntrustedEvent } from '../event-store/event-store.js';
import { KeyMissing, SealBroken, type Vault } from '../../vault/vault.js';
import { NO_HASH } from './chain.js';
import type { NewEvent, Origin, Recorded } from './event.js';
import type { Sealed } from '../../vault/sealed.js';
import {
  type EventCore,
  type EventData,
  type EventMetadata,
  EventUnreadable,
  parseCore,
  parseData,
  parseMetadata,
  parseWireType,
} from './event-encoding.js';
import type { EventTypes } from './event-types.js';
import { isInstant } from './fields.js';
import type { Upcasters } from './journal.js';
import { decodePersonalPart } from './sealed-part.js';

export interface UnsealedPart {
  readonly personal: object | undefined;
  readonly origin: Origin | undefined;
}

/** The event types and upcasters that this version of the service knows. */
interface KnownEvents {
  readonly upcasters: Upcasters;
  readonly types: Pick<EventTypes, 'understands'>;
  /** True if the name belongs to one of this service's streams. */
  readonly isOwnStream: (stream: string) => boolean;
}

type Stored = Omit<UntrustedEvent, 'position'>;

/** Converts stored events into events of the current version. */
export class EventReader {
  /**
   * Maps each upcast event to its open part as stored. When the event's personal part is unsealed later, the
   * upcasters need that open part again.
   */
  private readonly originals = new WeakMap<object, object>();

  constructor(
    private readonly vault: Pick<Vault, 'open'>,
    private readonly known: KnownEvents,
  ) {}

  /**
   * Decodes any event, even an event of another program (rule:unknown-is-not-folded), because such an event
   * must not stop a reader of the log.
   * @param metadata the event's metadata, if they were parsed before
   */
  decode<E extends NewEvent>(stored: Stored, position?: string, metadata?: EventMetadata): Recorded<E> {
    try {
      if (this.known.isOwnStream(stored.stream)) return this.readable<E>(stored, position, metadata);
    } catch (error) {
      if (!(error instanceof EventUnreadable)) throw error;
    }
    return unreadable<E>(stored, position);
  }

  /**
   * Calls `JSON.parse` at most three times per event. The time matters, because a rebuild decodes every event.
   * @throws EventUnreadable
   */
  private readable<E extends NewEvent>(
    stored: Stored,
    position: string | undefined,
    metadata: EventMetadata = parseMetadata(stored),
  ): Recorded<E> {
    const { id, stream, revision } = stored;
    const { core, previousHash, hash } = metadata;
    if (!HASH.test(hash) || !HASH.test(previousHash)) throw new EventUnreadable(stored, 'it has no hash');
    const { at, actor, commandId, correlationId, causedBy } = coreOf(stored, core);
    const data = dataOf(stored);
    const current = this.upcastOpen(stored, data.open);
    const { type, version } = parseWireType(stored, current.type);
    const sealed = data.sealed && {
      stream,
      revision,
      eventId: id,
      type: stored.type,
      keyId: data.keyId ?? '',
      bytes: Buffer.from(data.sealed, 'base64'),
    };
    const event = {
      id,
      stream,
      revision,
      position,
      type,
      version,
      unknown: !this.known.types.understands({
        type,
        version,
        open: current.open,
        isSealed: Boolean(sealed),
      }),
      at,
      actor,
      commandId,
      correlationId,
      causedBy,
      hash,
      previousHash,
      sealed: sealed || undefined,
      erased: false,
      keyMissing: false,
      sealBroken: false,
      origin: undefined,
      open: current.open,
      personal: undefined,
    };
    if (current.open !== data.open) this.originals.set(event, data.open);
    return event as unknown as Recorded<E>;
  }

  /**
   * Opens the event's sealed part. If the key is destroyed or missing, or does not open the sealed part, the
   * returned event has its open part but no personal data. In that case `erased`, `keyMissing` or
   * `sealBroken` is true.
   */
  async unseal<E extends NewEvent>(event: Recorded<E>): Promise<Recorded<E>> {
    const recorded = event as Recorded;
    const { sealed } = recorded;
    if (sealed === undefined || recorded.erased || recorded.personal !== undefined) return event;
    const found = await this.partOf(sealed, this.originals.get(event) ?? recorded.open);
    return { ...recorded, ...found } as unknown as Recorded<E>;
  }

  private async partOf(sealed: Sealed, open: object): Promise<UnsealedPart | Partial<Recorded>> {
    try {
      return (await this.openSealed(sealed, open)) ?? { erased: true };
    } catch (error) {
      if (error instanceof KeyMissing) return { keyMissing: true };
      if (error instanceof SealBroken || error instanceof SyntaxError) return { sealBroken: true };
      throw error;
    }
  }

  /**
   * Opens a sealed part. Returns undefined if its key was destroyed.
   * @param open the open part as stored, for upcasters that need both parts
   * @throws SealBroken, KeyMissing
   */
  async openSealed(sealed: Sealed, open: object = {}): Promise<UnsealedPart | undefined> {
    const plaintext = await this.vault.open(sealed);
    if (plaintext === undefined) return undefined;
    const { personal, origin } = decodePersonalPart(plaintext);
    plaintext.fill(0);
    const current = this.upcast(sealed.type, { open, ...(personal !== undefined && { personal }) });
    return { personal: current.personal, origin };
  }

  /** @throws EventUnreadable if an event of an old version lacks that version's fields */
  private upcastOpen(stored: Stored, open: object): { type: string; open: object } {
    try {
      return this.upcast(stored.type, { open });
    } catch (cause) {
      throw new EventUnreadable(stored, 'its data are not those of its type', { cause });
    }
  }

  private upcast(
    wireType: string,
    data: { open: object; personal?: object },
  ): { type: string; open: object; personal?: object } {
    let current: { type: string; open: object; personal?: object } = { type: wireType, ...data };
    for (
      let upcaster = this.upcasterOf(wireType);
      upcaster !== undefined;
      upcaster = this.upcasterOf(current.type)
    )
      current = upcaster(current);
    return current;
  }

  private upcasterOf(wireType: string): Upcasters[string] | undefined {
    return Object.hasOwn(this.known.upcasters, wireType) ? this.known.upcasters[wireType] : undefined;
  }
}

const HASH = /^[0-9a-f]{64}$/;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOr = (absent: null | undefined, value: unknown): boolean => value === absent || isText(value);

/** @throws EventUnreadable if the core lacks a field that this service writes */
function coreOf(stored: Stored, text: string): EventCore {
  const core = parseCore(stored, text) as EventCore | null;
  if (typeof core !== 'object' || core === null) throw new EventUnreadable(stored, 'its core is no object');
  const { at, actor, commandId, correlationId, causedBy } = core;
  const isCore = [at, actor, commandId, correlationId].every(isText) && isTextOr(null, causedBy);
  if (!isCore || !isInstant(at)) throw new EventUnreadable(stored, 'its core lacks something');
  return core;
}

/** @throws EventUnreadable if the sealed part or its key id is not a text */
function dataOf(stored: Stored): EventData {
  const data = parseData(stored);
  if (!isTextOr(undefined, data.sealed) || !isTextOr(undefined, data.keyId))
    throw new EventUnreadable(stored, 'its sealed part is no text');
  return data;
}

/**
 * Returns a placeholder for an event that cannot be decoded. Only the event's place and its stored type are
 * known.
 */
const unreadable = <E extends NewEvent>(
  { id, stream, revision, type }: Stored,
  position: string | undefined,
): Recorded<E> =>
  ({
    id,
    stream,
    revision,
    position,
    type,
    version: 0,
    unknown: true,
    at: '',
    actor: 'system',
    commandId: '',
    correlationId: '',
    causedBy: null,
    hash: NO_HASH,
    previousHash: NO_HASH,
    sealed: undefined,
    erased: false,
    keyMissing: false,
    sealBroken: false,
    origin: undefined,
    open: {},
    personal: undefined,
  }) as unknown as Recorded<E>;
