import type { StoredEvent } from '../event-store/event-store.js';
import { KeyMissing, type Vault } from '../../vault/vault.js';
import type { NewEvent, Origin, Recorded } from './event.js';
import type { Sealed } from '../../vault/sealed.js';
import { parseCore, parseData, parseMetadata, parseWireType } from './event-encoding.js';
import type { Upcasters } from './journal.js';
import { decodePersonalPart } from './sealed-part.js';

export interface OpenedPart {
  readonly personal: object | undefined;
  readonly origin: Origin | undefined;
}

/** Turns what is stored into events of today. */
export class EventReader {
  /**
   * The open part as stored, of events that were upcast: their personal part has to take the same way later.
   */
  private readonly originals = new WeakMap<object, object>();

  constructor(
    private readonly vault: Pick<Vault, 'open'>,
    private readonly upcasters: Upcasters,
  ) {}

  /** Three JSON.parse and no more: a rebuild decodes every event there is. */
  decode<E extends NewEvent>(stored: Omit<StoredEvent, 'position'>, position?: string): Recorded<E> {
    const { id, stream, revision } = stored;
    const { core, previousHash, hash } = parseMetadata(stored);
    const { at, actor, commandId, correlationId, causedBy } = parseCore(stored, core);
    const data = parseData(stored);
    const current = this.upcast(stored.type, { open: data.open });
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
      origin: undefined,
      open: current.open,
      personal: undefined,
    };
    if (current.open !== data.open) this.originals.set(event, data.open);
    return event as unknown as Recorded<E>;
  }

  /** @throws SealBroken */
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

  private upcast(
    wireType: string,
    data: { open: object; personal?: object },
  ): { type: string; open: object; personal?: object } {
    let current: { type: string; open: object; personal?: object } = { type: wireType, ...data };
    for (
      let upcaster = this.upcasters[wireType];
      upcaster !== undefined;
      upcaster = this.upcasters[current.type]
    )
      current = upcaster(current);
    return current;
  }
}
