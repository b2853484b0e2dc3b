import type { EventStore } from '../../eventsourcing/event-store/event-store.js';
import { WrongExpectedRevision } from '../../eventsourcing/event-store/event-store.js';
import { chainedAndMarked } from '../../eventsourcing/journal/chained-and-marked.js';
import {
  encodeData,
  parseCore,
  parseData,
  parseMetadata,
} from '../../eventsourcing/journal/event-encoding.js';
import { notBefore } from '../../eventsourcing/journal/event.js';
import type { Link, StoredEvent } from '../../eventsourcing/trust/authenticate.js';
import type { Trust } from '../../eventsourcing/trust/create-trust.js';
import { STREAM_ENDED, TRUST_PREFIX } from '../../eventsourcing/trust/ended.js';
import { canonicalJson } from '../../platform/crypto/canonical-json.js';
import { newId } from '../../platform/crypto/ids.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import { type Clock, isoNow } from '../../platform/time/clock.js';

export interface EventPlace {
  readonly revision: number;
  readonly hash: string;
}

/** Open part of `StreamRestored.v1` in the trust stream of the repaired stream. */
export interface StreamRestored {
  readonly stream: string;
  /** Events that were taken out, or that give way to another branch. The hash is the one that they claimed. */
  readonly removed: readonly EventPlace[];
  readonly putBack: readonly EventPlace[];
  readonly last: EventPlace | null;
  readonly reason: string;
}

/** Open part of `StreamEnded.v1` in the trust stream of the ended stream. */
export interface StreamEnded {
  readonly stream: string;
  /** The last event that counts; null if none does. */
  readonly last: EventPlace | null;
  readonly fault: string;
  readonly reason: string;
}

/** What was recorded about a stream earlier. */
export interface PastRepairs {
  /** Hashes of events that were put back, or that the operator chose. */
  readonly putBack: ReadonlySet<string>;
  readonly ended: StreamEnded | undefined;
}

/** Records repairs, so that an accepted place is no tampering later. Recording the same thing twice is safe. */
export interface RepairRecords {
  past(stream: string): Promise<PastRepairs>;
  restored(record: StreamRestored): Promise<void>;
  ended(record: StreamEnded): Promise<void>;
  /** Begins the part that follows a closed part of the log's own stream. Returns its name. */
  beginPart(stream: string, reason: string): Promise<string>;
}

const STREAM_RESTORED = 'StreamRestored.v1';
const LOG_BEGUN = 'LogBegun.v1';

export interface TrustStreamParts {
  readonly store: Pick<EventStore, 'append'>;
  readonly trust: Pick<Trust, 'keys' | 'log'>;
  readonly clock: Clock;
  /** Origin of the log, for a part whose predecessors do not tell it any more. */
  readonly origin: string;
}

/** Name of the stream in which repairs of a stream are recorded. */
export const trustStreamOf = (stream: string): string => `${TRUST_PREFIX}of-${stream}`;

/** Records repairs in the stream of trust that each affected stream has. */
export class TrustStreamRecords implements RepairRecords {
  constructor(private readonly parts: TrustStreamParts) {}

  async past(stream: string): Promise<PastRepairs> {
    const { events } = await this.load(trustStreamOf(stream));
    const restored = events.filter(({ type }) => type === STREAM_RESTORED).map(openOf<StreamRestored>);
    const ended = events.filter(({ type }) => type === STREAM_ENDED).map(openOf<StreamEnded>);
    return {
      putBack: new Set(restored.flatMap(({ putBack }) => putBack.map(({ hash }) => hash))),
      ended: ended.at(-1),
    };
  }

  restored(record: StreamRestored): Promise<void> {
    return this.record(trustStreamOf(record.stream), STREAM_RESTORED, record);
  }

  ended(record: StreamEnded): Promise<void> {
    return this.record(trustStreamOf(record.stream), STREAM_ENDED, record);
  }

  async beginPart(stream: string, reason: string): Promise<string> {
    const [, digits = ''] = /^trust-([1-9]\d{0,8})$/.exec(stream) ?? [];
    if (digits === '')
      throw new OperatorError(
        `${stream} is no part of the log's own stream. Its parts are trust-1, trust-2 and so on.`,
      );
    const { events, last, untrusted } = await this.parts.trust.log.load(stream);
    if (untrusted === undefined)
      throw new OperatorError(`${stream} is not closed, so it needs no further part.`);
    const next = `${TRUST_PREFIX}${Number(digits) + 1}`;
    const first = events[0] && openOf<{ origin?: unknown }>(events[0]);
    const origin = typeof first?.origin === 'string' ? first.origin : this.parts.origin;
    const before = last.revision < 0 ? null : { stream, revision: last.revision, hash: last.hash };
    const begun = { log: this.parts.trust.keys.log, origin, part: Number(digits) + 1, before, reason };
    const there = await this.load(next);
    if (there.events.length === 0) await this.append(next, there, LOG_BEGUN, begun);
    return next;
  }

  private async record(stream: string, type: string, open: object): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const loaded = await this.load(stream);
      const wanted = canonicalJson(open);
      if (loaded.events.some((event) => event.type === type && canonicalJson(openOf(event)) === wanted))
        return;
      try {
        return await this.append(stream, loaded, type, open);
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision) || attempt === 2) throw error;
      }
    }
  }

  private async append(stream: string, { last, events }: Loaded, type: string, open: object): Promise<void> {
    const { store, trust, clock } = this.parts;
    const before = events.at(-1);
    const at = notBefore(isoNow(clock), before === undefined ? null : timeOf(before));
    const context = {
      commandId: newId(),
      correlationId: newId(),
      causedBy: null,
      actor: 'system',
      at,
    } as const;
    const place = { stream, revision: last.revision + 1, previousHash: last.hash };
    const bytes = { id: newId(), type, data: encodeData({ open }) };
    const { id, data, metadata } = chainedAndMarked(place, bytes, context, trust.keys);
    await store.append(stream, last.revision < 0 ? 'no-stream' : last.revision, [
      { id, type, data, metadata },
    ]);
  }

  /** @throws OperatorError if the stream of trust is itself closed */
  private async load(stream: string): Promise<Loaded> {
    const { events, last, untrusted } = await this.parts.trust.log.load(stream);
    if (untrusted !== undefined)
      throw new OperatorError(
        `The stream ${stream}, in which repairs are recorded, is itself not authenticated. Repair it first: siegel log:repair ${stream}`,
      );
    return { events, last };
  }
}

interface Loaded {
  readonly events: readonly StoredEvent[];
  readonly last: Link;
}

const openOf = <Open extends object>(event: StoredEvent): Open => parseData(event).open as Open;
const timeOf = (event: StoredEvent): string => parseCore(event, parseMetadata(event).core).at;
