import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { StoredLog, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { metadataOf, NO_HASH } from '../../eventsourcing/journal/chain.js';
import type { Adoption } from '../../eventsourcing/trust/adoption.js';
import type { Accepts } from '../../eventsourcing/trust/closed-streams.js';
import { isKeyName } from '../../eventsourcing/trust/place-names.js';
import { type AppendKeys, keyNameOf } from '../../eventsourcing/trust/append-keys.js';
import {
  Authenticator,
  chainOnly,
  type CheckFault,
  type Link,
} from '../../eventsourcing/trust/authenticate.js';
import { hashesAt, type LeafNames } from '../leaves.js';
import { hashOf } from '../verify-stream.js';
import type { BrokenPlaces } from './broken-places.js';
import type { Leafed } from './own-events.js';

/** Number of streams whose last hash is kept in memory. The last hash of another stream is read again. */
const REMEMBERED = 100_000;

export interface JudgeParts {
  readonly pool: Pool;
  readonly store: Pick<StoredLog, 'readStream'>;
  /** The keys without those that an earlier adoption retired. */
  readonly keys: AppendKeys;
  readonly former: Adoption | undefined;
  /** Says which names are believed of leaves without an event. */
  readonly names: LeafNames;
  readonly places: BrokenPlaces;
  /** True for a finding that follows from a repair. */
  readonly isKnown: Accepts;
  /** Number of leaves of the tree. */
  readonly size: number;
  /** Number of events up to and including the last one that has a leaf. */
  readonly leafed: number;
  /**
   * Number of leaves that a checkpoint from outside of the database covers. Events without a MAC behind these
   * leaves are adopted only by name. Undefined if there is no such checkpoint. The caller makes sure that the
   * whole tree continues it. The same is true for the former adoption.
   */
  readonly coveredByKept: number | undefined;
  /** Keys whose MACs nobody can check any more. */
  readonly lostKeys: ReadonlySet<string>;
  /** Number of leaves that the checkpoint covers against which lost keys are adopted. */
  readonly coveredForLostKeys: number;
}

/** Number of events, by why they count. */
export interface Judged {
  events: number;
  /** Their MAC is right. */
  authenticated: number;
  /** They have no right MAC, and this or an earlier adoption takes them. */
  adopted: number;
  /** They are in a stream behind a place at which the stream is closed. */
  closed: number;
}

type Fault = Exclude<CheckFault, 'mac' | 'ended'>;

const DETAILS: Readonly<Record<Fault, string>> = {
  encoding: 'its bytes are not in the form that the service writes',
  hash: 'its hash does not fit its bytes',
  link: 'it does not follow the event before it in its stream',
  revision: 'it is not the next event of its stream',
};

/**
 * Decides for each event of the log, in log order, whether it counts after the adoption
 * (rule:log-is-adopted). Goes on behind broken places. Memory does not grow with the log, only with the number
 * of broken places.
 */
export class EventJudge {
  readonly judged: Judged = { events: 0, authenticated: 0, adopted: 0, closed: 0 };
  private readonly authenticator: Authenticator;
  private readonly last = new LRUCache<string, Link>({ max: REMEMBERED });
  /** Place that the next leaf would have. */
  private nextPlace: number;
  /** The streams that are closed. */
  private readonly closed = new Set<string>();
  /** True behind the first event whose MAC counts, also if the key that made the MAC is lost. */
  private isMarked = false;

  constructor(private readonly parts: JudgeParts) {
    this.nextPlace = parts.size;
    this.authenticator = new Authenticator(parts.keys);
  }

  /**
   * Returns the events of a batch that count. Those among them that have no leaf get one.
   * @throws EventStoreUnavailable
   */
  async counting(batch: readonly Leafed[]): Promise<readonly Leafed[]> {
    const bare = batch.filter(({ leaf }) => leaf === undefined).map(({ event }) => event);
    const forks = await hashesAt(this.parts.pool, this.parts.names, bare);
    const found: Leafed[] = [];
    for (const one of batch) {
      this.judged.events += 1;
      if (!(await this.counts(one))) continue;
      if (one.leaf === undefined && !this.takesLeaf(one.event, forks)) continue;
      found.push(one);
      if (one.leaf === undefined) this.nextPlace += 1;
    }
    return found;
  }

  private async counts({ event, leaf }: Leafed): Promise<boolean> {
    const { stream } = event;
    this.parts.places.pass(event);
    if (this.closed.has(stream)) {
      this.judged.closed += 1;
      return false;
    }
    const before = await this.before(event);
    const mac = metadataOf(event)?.mac;
    const found = mac === undefined ? 'mac' : await this.authenticator.next(event, before);
    const isMark = typeof found !== 'string' && found.isEnd === true;
    if (found === 'ended' || (!isMark && this.parts.isKnown(stream, event.revision, 'ended'))) {
      // The operator ended the stream before this event.
      this.closed.add(stream);
      this.judged.closed += 1;
      return false;
    }
    if (typeof found !== 'string') {
      this.judged.authenticated += 1;
      this.isMarked = true;
      this.last.set(stream, found);
      return true;
    }
    const chained = found === 'mac' ? await chainOnly.next(event, before) : found;
    if (typeof chained === 'string') return this.close(event, chained as Fault, before);
    this.last.set(stream, chained);
    const isAdopted = this.isAdopted(mac, leaf?.place ?? this.nextPlace) || this.isNamed(event, mac);
    if (isAdopted) this.judged.adopted += 1;
    return isAdopted;
  }

  /** Returns the link that an event should follow. */
  private async before({ stream, revision }: UntrustedEvent): Promise<Link> {
    const known = this.last.get(stream);
    if (known !== undefined) return known;
    const none: Link = { revision: -1, hash: NO_HASH };
    if (revision === 0) return none;
    const [stored] = await this.parts.store.readStream(stream, { from: revision - 1, limit: 1 });
    const hash = stored?.revision === revision - 1 ? metadataOf(stored)?.hash : undefined;
    return hash === undefined ? none : { revision: revision - 1, hash };
  }

  /** Closes the stream at its first broken place. Nothing behind this place counts. */
  private close({ stream, revision }: UntrustedEvent, fault: Fault, before: Link): false {
    this.closed.add(stream);
    const isMissing = fault === 'revision' && revision > before.revision + 1;
    const place = isMissing ? before.revision + 1 : revision;
    const detail = isMissing ? `it is missing, and event ${revision} of the stream is there` : DETAILS[fault];
    this.parts.places.report({ stream, revision: place, detail, effect: 'closed' });
    return false;
  }

  /**
   * True if an event without a right MAC is adopted without being named: it was adopted before, a checkpoint
   * from outside covers it, or it is from before APPEND_KEY.
   */
  private isAdopted(mac: string | undefined, place: number): boolean {
    const { former, lostKeys, coveredForLostKeys, coveredByKept = Number.POSITIVE_INFINITY } = this.parts;
    if (former !== undefined && place < former.size) return true;
    if (mac !== undefined) {
      const isOfLostKey = lostKeys.has(keyNameOf(mac)) && place < coveredForLostKeys;
      if (isOfLostKey) this.isMarked = true;
      return isOfLostKey;
    }
    // Events with a MAC come after all events from before APPEND_KEY. An event without a MAC behind them is
    // none from before APPEND_KEY, whatever somebody claims who took the MAC away.
    if (former !== undefined || this.isMarked) return false;
    return place < coveredByKept;
  }

  private isNamed({ stream, revision }: UntrustedEvent, mac: string | undefined): boolean {
    const name = mac === undefined ? '' : keyNameOf(mac);
    const detail =
      mac === undefined
        ? 'it has no MAC, and nothing shows that it is from before APPEND_KEY'
        : `no key in APPEND_KEY made its MAC${isKeyName(name) ? `, which names the key ${name}` : ''}`;
    return this.parts.places.report({ stream, revision, detail, effect: 'counts' });
  }

  /** True if the event gets a leaf. An event between others that have leaves gets one only by name. */
  private takesLeaf(event: UntrustedEvent, forks: ReadonlyMap<string, string>): boolean {
    const { stream, revision } = event;
    const other = forks.get(`${stream}@${revision}`);
    const isFork =
      other !== undefined && !this.parts.isKnown(stream, revision, 'forked', hashOf(event), [other]);
    if (!isFork && this.judged.events > this.parts.leafed) return true;
    const detail = isFork
      ? 'the tree has a leaf of another event at this place'
      : 'later events have leaves in the tree, but this event has none';
    return this.parts.places.report({ stream, revision, detail, effect: 'counts' });
  }
}
