import type { StoredEvent } from '../event-store/event-store.js';
import { KeyMissing, SealBroken, type Vault } from '../../vault/vault.js';
import { NO_HASH } from './chain.js';
import type { NewEvent, Origin, Recorded } from './event.js';
import type { Sealed } from '../../vault/sealed.js';
import {
  type EventCore,
  type EventData,
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

export interface OpenedPart {
  readonly personal: object | undefined;
  readonly origin: Origin | undefined;
}

/** What this version of the service knows. */
interface KnownEvents {
  readonly upcasters: Upcasters;
  readonly types: Pick<EventTypes, 'understands'>;
  /** Whether a stream is named as ours are. */
  readonly isOwnStream: (stream: string) => boolean;
}

type Stored = Omit<StoredEvent, 'position'>;

/** Turns what is stored into events of today. */
export class EventReader {
  /**
   * The open part as stored, of events that were upcast: their personal part has to take the same way later.
   */
  private readonly originals = new WeakMap<object, object>();

  constructor(
    private readonly vault: Pick<Vault, 'open'>,
    private readonly known: KnownEvents,
  ) {}

  /** Also of what is none of ours (rule:unknown-is-not-folded): a log goes on, whatever is in it. */
  decode<E extends NewEvent>(stored: Stored, position?: string): Recorded<E> {
    try {
      if (this.known.isOwnStream(stored.stream)) return this.readable<E>(stored, position);
    } catch (error) {
      if (!(error instanceof EventUnreadable)) throw error;
    }
    return unreadable<E>(stored, position);
  }

  /** Three JSON.parse and no more: a rebuild decodes every event there is. @throws EventUnreadable */
  private readable<E extends NewEvent>(stored: Stored, position: string | undefined): Recorded<E> {
    const { id, stream, revision } = stored;
    const { core, previousHash, hash } = parseMetadata(stored);
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

  /** What its key does not open says nothing; all that is open of it stands. */
  async unseal<E extends NewEvent>(event: Recorded<E>): Promise<Recorded<E>> {
    const recorded = event as Recorded;
    const { sealed } = recorded;
    if (sealed === undefined || recorded.erased || recorded.personal !== undefined) return event;
    const found = await this.partOf(sealed, this.originals.get(event) ?? recorded.open);
    return { ...recorded, ...found } as unknown as Recorded<E>;
  }

  private async partOf(sealed: Sealed, open: object): Promise<OpenedPart | Partial<Recorded>> {
    try {
      return (await this.openSealed(sealed, open)) ?? { erased: true };
    } catch (error) {
      if (error instanceof KeyMissing) return { keyMissing: true };
      if (error instanceof SealBroken || error instanceof SyntaxError) return { sealBroken: true };
      throw error;
    }
  }

  /** @param open the open part as stored, for upcasters that look at both @throws SealBroken, KeyMissing */
  async openSealed(sealed: Sealed, open: object = {}): Promise<OpenedPart | undefined> {
    const plaintext = await this.vault.open(sealed);
    if (plaintext === undefined) return undefined;
    const { personal, origin } = decodePersonalPart(plaintext);
    plaintext.fill(0);
    const current = this.upcast(sealed.type, { open, ...(personal !== undefined && { personal }) });
    return { personal: current.personal, origin };
  }

  /** @throws EventUnreadable where an old version is not as it was written then */
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

/** @throws EventUnreadable where it is not what accompanies an event of ours */
function coreOf(stored: Stored, text: string): EventCore {
  const core = parseCore(stored, text) as EventCore | null;
  if (typeof core !== 'object' || core === null) throw new EventUnreadable(stored, 'its core is no object');
  const { at, actor, commandId, correlationId, causedBy } = core;
  const isCore = [at, actor, commandId, correlationId].every(isText) && isTextOr(null, causedBy);
  if (!isCore || !isInstant(at)) throw new EventUnreadable(stored, 'its core lacks something');
  return core;
}

/** @throws EventUnreadable where something is said to be sealed, and is no text */
function dataOf(stored: Stored): EventData {
  const data = parseData(stored);
  if (!isTextOr(undefined, data.sealed) || !isTextOr(undefined, data.keyId))
    throw new EventUnreadable(stored, 'its sealed part is no text');
  return data;
}

/** What is left of one that is none of ours: where it stands, and the type as it was stored. */
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
