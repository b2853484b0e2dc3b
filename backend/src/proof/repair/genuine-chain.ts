import { NO_HASH } from '../../eventsourcing/journal/chain.js';
import { endsStream } from '../../eventsourcing/trust/ended.js';
import type { KnownLeaf, StreamFacts, Trace } from './stream-facts.js';

/** An event that belongs to the stream, and whose bytes are at hand. */
export type GenuineEvent = Trace & { readonly event: NonNullable<Trace['event']> };

/**
 * Why the chain stops before this revision.
 * - `end`: nothing shows that the stream ever had another event
 * - `ended`: the operator ended the stream here
 * - `lost`: an event belongs here, and its bytes are not at hand
 * - `forked`: this service wrote several events at this place, and nothing tells which one counts
 */
export interface ChainStop {
  readonly kind: 'end' | 'ended' | 'lost' | 'forked';
  readonly revision: number;
  /** Hashes of the events that belong here. */
  readonly hashes: readonly string[];
}

export interface GenuineChain {
  readonly events: readonly GenuineEvent[];
  readonly stop: ChainStop;
}

interface Before {
  readonly hash: string;
  /** Place of its leaf; undefined if it has no proven leaf. */
  readonly place: number | undefined;
}

const BEGINNING: Before = { hash: NO_HASH, place: undefined };

/**
 * Finds the events that this service wrote in this stream, one after the other. Pure.
 *
 * An event belongs to a place if one of these vouches for its hash: a proven leaf, a MAC for this place, or
 * the event behind it, whose hash covers it. A hash chain alone vouches for nothing, because everybody can
 * compute one. Events of files are asked only where the store and the tree know nothing.
 * @param isChosen true if the operator chose the event with this hash among the rivals, the other events that
 * this service wrote at the place
 */
export const genuineChain = (facts: StreamFacts, isChosen: IsChosen = () => false): GenuineChain =>
  new Search(facts, isChosen).run();

type IsChosen = (hash: string, rivals: readonly string[]) => boolean;

class Search {
  private readonly atRevision: ReadonlyMap<number, readonly Trace[]>;
  private readonly leavesAt: ReadonlyMap<number, readonly KnownLeaf[]>;
  private readonly placeOf: ReadonlyMap<string, number>;
  private hasChosen = false;
  /** Place of the first leaf of a younger branch that gives way. Later leaves belong to that branch. */
  private youngerFrom = Number.POSITIVE_INFINITY;

  constructor(
    private readonly facts: StreamFacts,
    private readonly isChosen: IsChosen,
  ) {
    const proven = facts.leaves.filter(({ isProven }) => isProven);
    this.atRevision = byRevision(facts.traces);
    this.leavesAt = byRevision(proven);
    this.placeOf = new Map(proven.map(({ hash, place }) => [hash, place]));
  }

  run(): GenuineChain {
    const events: GenuineEvent[] = [];
    let before = BEGINNING;
    for (let revision = 0; ; revision += 1) {
      const end = this.endAt(revision, before);
      if (end !== undefined) return { events, stop: { kind: 'ended', revision, hashes: [end.hash] } };
      const hashes = this.belongingTo(revision, before);
      const [hash] = hashes;
      if (hash === undefined) return { events, stop: this.stopWithout(revision, before) };
      if (hashes.length > 1) return { events, stop: { kind: 'forked', revision, hashes } };
      const event = this.eventWith(revision, hash, before);
      if (event === undefined) return { events, stop: { kind: 'lost', revision, hashes } };
      events.push(event);
      before = { hash, place: this.placeOf.get(hash) };
    }
  }

  /**
   * Returns the event that ends the stream here. The operator's decision is final, so it counts although the
   * tree has a leaf of the event that was lost here, and although somebody put that event back.
   */
  private endAt(revision: number, before: Before): GenuineEvent | undefined {
    const { stream } = this.facts;
    return this.marked(revision, before, 'stored').find(
      (trace): trace is GenuineEvent =>
        trace.event !== undefined &&
        trace.previousHash === before.hash &&
        endsStream({ stream, type: trace.event.type }),
    );
  }

  /** Returns the hashes of the events that belong to this place, if they follow the event before. */
  private belongingTo(revision: number, before: Before): readonly string[] {
    const known = new Set([
      ...this.relevantLeaves(revision, before).map(({ hash }) => hash),
      ...this.marked(revision, before, 'stored').map(({ hash }) => hash),
    ]);
    const offered = this.marked(revision, before, 'offered').map(({ hash }) => hash);
    const chosen = this.chosenAmong(known, offered);
    if (chosen !== undefined) return [chosen];
    if (this.hasChosen && known.size > 1) return this.followingOnly(revision, before, known);
    if (known.size > 0) return [...known];
    for (const kind of ['stored', 'offered'] as const) {
      const vouched = new Set([
        ...this.marked(revision, before, kind).map(({ hash }) => hash),
        ...this.successors(revision, kind),
      ]);
      if (vouched.size > 0) {
        const one = this.chosenAmong(vouched);
        return one === undefined ? [...vouched] : [one];
      }
    }
    return [];
  }

  /** @param offered hashes of events of files, which count here only if the operator chose them */
  private chosenAmong(known: ReadonlySet<string>, offered: readonly string[] = []): string | undefined {
    const chosen = [...known, ...offered].find((hash) => {
      const rivals = [...known].filter((one) => one !== hash);
      return rivals.length > 0 && this.isChosen(hash, rivals);
    });
    if (chosen === undefined) return undefined;
    this.hasChosen = true;
    const place = this.placeOf.get(chosen) ?? -1;
    for (const hash of known) {
      const other = this.placeOf.get(hash) ?? -1;
      if (hash !== chosen && other > place) this.youngerFrom = Math.min(this.youngerFrom, other);
    }
    return chosen;
  }

  /** Leaves of the branch that was not chosen are left out, if the bytes of the chosen one are at hand. */
  private followingOnly(revision: number, before: Before, known: ReadonlySet<string>): readonly string[] {
    const following = [...known].filter((hash) => this.eventWith(revision, hash, before) !== undefined);
    return following.length > 0 ? following : [...known];
  }

  /**
   * Leaves are in the order of the log. So a leaf before that of the preceding event belongs to an earlier
   * branch of the stream. Once the operator has chosen a branch, only leaves behind its event matter, and no
   * leaf of a younger branch.
   */
  private relevantLeaves(revision: number, { place }: Before): readonly KnownLeaf[] {
    const least = place ?? (this.hasChosen ? Number.POSITIVE_INFINITY : -1);
    return (this.leavesAt.get(revision) ?? []).filter(
      (leaf) => leaf.place > least && leaf.place < this.youngerFrom,
    );
  }

  private marked(revision: number, before: Before, kind: Trace['origin']['kind']): readonly Trace[] {
    return (this.atRevision.get(revision) ?? []).filter(
      ({ isMarked, previousHash, origin }) =>
        isMarked && origin.kind === kind && (previousHash === undefined || previousHash === before.hash),
    );
  }

  /** Returns the hashes that genuine events at the next place name as their predecessor. */
  private successors(revision: number, kind: Trace['origin']['kind']): readonly string[] {
    return (this.atRevision.get(revision + 1) ?? []).flatMap(({ isMarked, hash, previousHash, origin }) => {
      const isGenuine = isMarked || this.placeOf.has(hash);
      return isGenuine && origin.kind === kind && previousHash !== undefined ? [previousHash] : [];
    });
  }

  private eventWith(revision: number, hash: string, before: Before): GenuineEvent | undefined {
    const fitting = (this.atRevision.get(revision) ?? []).filter(
      (trace): trace is GenuineEvent =>
        trace.hash === hash && trace.event !== undefined && trace.previousHash === before.hash,
    );
    return (
      fitting.find(({ isInPlace }) => isInPlace) ?? fitting.find(({ isMarked }) => isMarked) ?? fitting[0]
    );
  }

  /** Nothing belongs to this place. Genuine events behind it show that an event is missing here. */
  private stopWithout(revision: number, before: Before): ChainStop {
    const isBehind = (one: { readonly revision: number }): boolean => one.revision > revision;
    const isLost =
      [...this.leavesAt.keys()].some((at) => at > revision && this.relevantLeaves(at, before).length > 0) ||
      (!this.hasChosen &&
        this.facts.traces.some((one) => isBehind(one) && one.isMarked && one.origin.kind === 'stored'));
    return { kind: isLost ? 'lost' : 'end', revision, hashes: [] };
  }
}

function byRevision<Item extends { readonly revision: number }>(
  items: readonly Item[],
): ReadonlyMap<number, readonly Item[]> {
  const found = new Map<number, Item[]>();
  for (const item of items) {
    const others = found.get(item.revision);
    if (others === undefined) found.set(item.revision, [item]);
    else others.push(item);
  }
  return found;
}
