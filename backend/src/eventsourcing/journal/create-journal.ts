import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import type { Logger } from '../../platform/logging/logger.js';
import {
  type EventStore,
  EventStoreUnavailable,
  type ExpectedRevision,
  StreamDeletedForGood,
} from '../event-store/event-store.js';
import type { StoredEvent } from '../trust/authenticate.js';
import type { Trust } from '../trust/create-trust.js';
import { StreamUntrusted } from '../trust/stream-untrusted.js';
import type { TrustedReader } from '../trust/trusted-log.js';
import { SealBroken, type Vault } from '../../vault/vault.js';
import { NO_HASH } from './chain.js';
import {
  type CommandContext,
  datedAfter,
  type EventRegistry,
  type NewEvent,
  type Recorded,
} from './event.js';
import type { Sealed } from '../../vault/sealed.js';
import { EventReader, type UnsealedPart } from './event-reader.js';
import { EventTypes } from './event-types.js';
import { EventWriter } from './event-writer.js';
import type { StreamBeginnings } from './stream-beginnings.js';
import type { Journal, LoadedStream, StreamHead, Upcasters } from './journal.js';

export interface JournalParts {
  readonly store: Pick<EventStore, 'append'>;
  readonly trust: Pick<Trust, 'keys' | 'authenticator'> & {
    readonly log: Pick<TrustedReader, 'load' | 'appended'>;
  };
  readonly vault: Pick<Vault, 'createKey' | 'seal' | 'open'>;
  /** The registries of all kinds of streams. */
  readonly registries: readonly EventRegistry[];
  readonly upcasters: Upcasters;
  /** True if the name belongs to one of this service's streams. By default every name does. */
  readonly isOwnStream?: (stream: string) => boolean;
  /** Refuses streams that begin again. By default every stream may begin. */
  readonly beginnings?: StreamBeginnings;
  /** Makes UUIDv7. */
  readonly ids: () => string;
  readonly logger: Logger;
  /**
   * Milliseconds to wait before each repetition of an append whose outcome is unknown. Default: three
   * repetitions within two seconds.
   */
  readonly retryAfterMs?: readonly number[];
}

const RETRY_AFTER_MS = [100, 400, 1200] as const;
/** Maximum number of unknown event types that are logged. */
const LOGGED_MAX = 100;

export function createJournal(parts: JournalParts): Journal {
  const { vault, upcasters, beginnings, isOwnStream = () => true } = parts;
  const types = new EventTypes(parts.registries);
  const writer = new EventWriter(vault, types, parts.trust.keys, parts.ids, beginnings);
  return new StoreJournal(parts, writer, new EventReader(vault, { upcasters, types, isOwnStream }));
}

class StoreJournal implements Journal {
  /**
   * Decoded events, each kept as long as something refers to it. All projections and reactions read each new
   * event as the same `StoredEvent` object, so it is decoded once for all of them.
   */
  private readonly decoded = new WeakMap<StoredEvent, WeakRef<Recorded>>();
  /** Types of unknown events that have been logged already. */
  private readonly logged = new Set<string>();

  constructor(
    private readonly parts: JournalParts,
    private readonly writer: EventWriter,
    private readonly reader: EventReader,
  ) {}

  async load<E extends NewEvent>(
    stream: string,
    options: { to?: number } | { after: StreamHead } = {},
  ): Promise<LoadedStream<E>> {
    const before = 'after' in options ? options.after : headOf(stream, undefined);
    const to = 'after' in options ? undefined : options.to;
    if (to !== undefined && to < 0) return { events: [], head: before, untrusted: undefined };
    const { events: stored, untrusted } = await this.parts.trust.log.load(stream, {
      after: before,
      ...(to === undefined ? {} : { to }),
    });
    const events: Recorded<E>[] = [];
    for await (const part of chunkedWithYield(stored))
      for (const event of await this.unsealedEvents<E>(part))
        events.push(datedAfter(event, events.at(-1)?.at ?? before.at));
    const last = events.at(-1);
    return { events, head: last === undefined ? before : headOf(stream, last), untrusted };
  }

  /**
   * Unseals all events concurrently, so that they share one look-up of the key. Unknown events stay sealed,
   * because no fold uses them and they may be sealed in another way.
   */
  private unsealedEvents<E extends NewEvent>(stored: readonly StoredEvent[]): Promise<Recorded<E>[]> {
    const { authenticator } = this.parts.trust;
    return Promise.all(
      stored.map(async (one) => {
        const event = this.reader.decode<E>(one, undefined, authenticator.metadataOf(one));
        return event.unknown ? event : this.reader.unseal(event);
      }),
    );
  }

  async append<E extends NewEvent>(
    head: StreamHead,
    events: readonly E[],
    context: CommandContext,
  ): Promise<readonly Recorded<E>[]> {
    if (events.length === 0) return [];
    const written = await this.writer.write(head, events, context);
    // Reads the events back in the same way as any later reader. If they are not authenticated, or if a seal
    // turns out to be broken (`sealBroken`), nothing is stored.
    const { authenticator } = this.parts.trust;
    const { events: trusted, last, untrusted } = await authenticator.stream(head.stream, written, head);
    // The mark that ends a stream is authenticated, but no reader gets it as an event of the stream.
    const marks = untrusted?.fault === 'ended' ? 1 : 0;
    if (trusted.length + marks < written.length)
      throw new Error('what was just written is not authenticated');
    const recorded = await this.unsealedEvents<E>(trusted);
    if (recorded.some(({ sealBroken }) => sealBroken)) throw new SealBroken('what was just sealed');
    const bytes = written.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
    await this.appendBytes(head.stream, head.revision < 0 ? 'no-stream' : head.revision, bytes);
    this.parts.trust.log.appended(head.stream, last);
    return recorded;
  }

  decode<E extends NewEvent>(stored: StoredEvent): Recorded<E> {
    const known = this.decoded.get(stored)?.deref();
    if (known !== undefined) return known as unknown as Recorded<E>;
    const { authenticator } = this.parts.trust;
    const event = this.reader.decode<E>(stored, stored.position, authenticator.metadataOf(stored));
    if (event.unknown) this.logUnknown(event);
    this.decoded.set(stored, new WeakRef<Recorded>(event));
    return event;
  }

  /** Logs an unknown event only once per type, because another program may write a great many events. */
  private logUnknown({
    stream,
    revision,
    type,
    version,
  }: Pick<Recorded, 'stream' | 'revision' | 'type' | 'version'>): void {
    const { isOwnStream = () => true, logger } = this.parts;
    const what = version === 0 ? type : `${type}.v${version}`;
    if (this.logged.size >= LOGGED_MAX || this.logged.has(what) || !isOwnStream(stream)) return;
    this.logged.add(what);
    logger.warn(
      { stream, revision, type: what },
      "This version of the service does not understand one of the events. Projections skip this event, and commands on the event's stream are refused (503 not_understood). If a newer version wrote it, start that version; otherwise run siegel verify:log.",
    );
  }

  unseal<E extends NewEvent>(event: Recorded<E>): Promise<Recorded<E>> {
    return this.reader.unseal(event);
  }

  openSealed(sealed: Sealed): Promise<UnsealedPart | undefined> {
    return this.reader.openSealed(sealed);
  }

  private async appendBytes(
    stream: string,
    expected: ExpectedRevision,
    bytes: Parameters<EventStore['append']>[2],
  ): Promise<void> {
    const waits = this.parts.retryAfterMs ?? RETRY_AFTER_MS;
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.parts.store.append(stream, expected, bytes);
        return;
      } catch (error) {
        const wait = waits[attempt];
        if (error instanceof StreamDeletedForGood)
          throw new StreamUntrusted(stream, { revision: 0, fault: 'missing' });
        if (!(error instanceof EventStoreUnavailable) || wait === undefined) throw error;
        this.parts.logger.warn(
          { stream, attempt: attempt + 1 },
          'an append got no answer, so its outcome is unknown; the service appends the same bytes again',
        );
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }
}

const headOf = (
  stream: string,
  last: Pick<Recorded, 'revision' | 'hash' | 'at'> | undefined,
): StreamHead => ({
  stream,
  revision: last?.revision ?? -1,
  hash: last?.hash ?? NO_HASH,
  at: last?.at ?? null,
});
