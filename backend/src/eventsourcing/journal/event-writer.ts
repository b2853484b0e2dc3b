import { LRUCache } from 'lru-cache';
import type { AppendKeys } from '../trust/append-keys.js';
import { KeyDestroyed, type Vault } from '../../vault/vault.js';
import { chainedAndMarked, type WrittenEvent } from './chained-and-marked.js';
import { type CommandContext, type NewEvent, notBefore } from './event.js';
import type { Sealed } from '../../vault/sealed.js';
import { type Commitments, encodeData } from './event-encoding.js';
import { type DeclaredType, EventRefused, type EventTypes } from './event-types.js';
import type { StreamHead } from './journal.js';
import { encodePersonalPart } from './sealed-part.js';
import type { StreamBeginnings } from './stream-beginnings.js';

interface SealedPart {
  readonly sealed: Sealed;
  readonly commitments: Commitments;
}

/** Number of streams whose new key is remembered. */
const MADE = 5_000;

/**
 * Converts new events for the store. It checks the events, sets their times, seals each event for its stream
 * and revision, adds the events to the hash chain, and gives each event its MAC.
 */
export class EventWriter {
  /** Streams whose key this process made. If such a stream has no event, its first append failed. */
  private readonly made = new LRUCache<string, true>({ max: MADE });

  constructor(
    private readonly vault: Pick<Vault, 'createKey' | 'seal'>,
    private readonly types: EventTypes,
    private readonly keys: Pick<AppendKeys, 'markOf'>,
    private readonly ids: () => string,
    private readonly beginnings?: StreamBeginnings,
  ) {}

  /**
   * @throws EventRefused, StreamUntrusted
   * @throws KeyDestroyed if an event for an erased stream has a personal part
   */
  async write(
    head: StreamHead,
    events: readonly NewEvent[],
    context: CommandContext,
  ): Promise<WrittenEvent[]> {
    const declared = events.map((event) => ({ event, ...this.types.check(event) }));
    const at = notBefore(context.at, head.at);
    if (head.revision < 0) await this.beginnings?.requireUnknown(head.stream);
    const written: WrittenEvent[] = [];
    let { revision, hash } = head;
    for (const one of declared) {
      revision += 1;
      const next = await this.writeOne(
        one,
        { stream: head.stream, revision, previousHash: hash },
        { ...context, at },
      );
      hash = next.hash;
      written.push(next);
    }
    return written;
  }

  private async writeOne(
    one: DeclaredType & { event: NewEvent },
    place: { stream: string; revision: number; previousHash: string },
    context: CommandContext,
  ): Promise<WrittenEvent> {
    const { event, declaration, wireType: type } = one;
    if (declaration.makesKey === true) await this.makeKey(event, place);
    const id = this.ids();
    const part = await this.seal(
      one,
      { stream: place.stream, revision: place.revision, eventId: id, type },
      context,
    );
    const data = encodeData({
      open: event.open,
      ...(part && {
        sealed: Buffer.from(part.sealed.bytes).toString('base64'),
        keyId: part.sealed.keyId,
        commitments: part.commitments,
      }),
    });
    return chainedAndMarked(place, { id, type, data }, context, this.keys);
  }

  private async makeKey(
    event: NewEvent,
    { stream, revision }: { stream: string; revision: number },
  ): Promise<void> {
    if (revision !== 0)
      throw new EventRefused(event.type, 'makes the key of its stream, so only the first event can be one');
    const { isNew } = await this.vault.createKey(stream);
    if (isNew) this.made.set(stream, true);
    else if (!this.made.has(stream)) await this.beginnings?.requireUnbegun(stream);
  }

  /**
   * Returns undefined if there is nothing to seal, or if only the origin is to be sealed and the stream's key
   * was destroyed.
   */
  private async seal(
    { event, declaration }: DeclaredType & { event: NewEvent },
    place: Omit<Sealed, 'bytes' | 'keyId'>,
    context: CommandContext,
  ): Promise<SealedPart | undefined> {
    const origin = declaration.origin === true ? context.origin : undefined;
    const hasPersonal = event.personal !== undefined && Object.keys(event.personal).length > 0;
    if (!hasPersonal && origin === undefined) return undefined;
    const personal = hasPersonal ? event.personal : undefined;
    const { plaintext, commitments } = encodePersonalPart({ personal, origin });
    try {
      return { sealed: await this.vault.seal(place, plaintext), commitments };
    } catch (error) {
      if (error instanceof KeyDestroyed && personal === undefined) return undefined;
      throw error;
    } finally {
      plaintext.fill(0);
    }
  }
}
