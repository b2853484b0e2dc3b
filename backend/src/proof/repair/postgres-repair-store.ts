import type { Pool } from 'pg';
import {
  lastIssued,
  placesOfIds,
  positionsOf,
  takenAmong,
  takenPositions,
} from '../../eventsourcing/event-store/postgres/row-places.js';
import { type EventToPut, rewriteStream } from '../../eventsourcing/event-store/postgres/rewrite-stream.js';
import type { WrittenEvent } from '../../eventsourcing/journal/chained-and-marked.js';
import type { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { readCheckpoint } from '../../eventsourcing/subscriptions/checkpoints.js';
import { CHECKPOINTER } from '../checkpointer-name.js';
import { type LeafNames, leavesInPlaces } from '../leaves.js';
import type { GenuineEvent } from './genuine-chain.js';
import { positionIn } from './event-file.js';
import type { RepairPlan } from './plan-repair.js';
import {
  gapOf,
  isInOrder,
  type Neighbour,
  type Placement,
  placeWithLeaf,
  placeWithoutLeaf,
} from './places.js';
import type { PlacedPlan, RepairStore } from './repair-store.js';
import type { StoredRow, StreamFacts } from './stream-facts.js';
import { withMac } from './traces.js';

/** Number of leaves on each side of an event that show where it belongs. */
const NEIGHBOURS = 4;
/** Maximum number of rows that are read from a gap of the log. */
const LOOKED_AT = 1_000;

/** An event of the plan with what is known about its place in the log. */
interface Placing {
  readonly event: GenuineEvent;
  readonly leaf: number | undefined;
  /** Position of its row, or of the row in whose place it is put back. */
  readonly position: number | undefined;
  readonly former: number | undefined;
}

/** Repairs streams whose events are in PostgreSQL. */
export class PostgresRepairStore implements RepairStore {
  readonly canRewrite = true;

  constructor(
    private readonly pool: Pool,
    private readonly keys: Pick<AppendKeys, 'markOf'>,
    private readonly names: LeafNames,
  ) {}

  async place(facts: StreamFacts, plan: RepairPlan): Promise<PlacedPlan> {
    const leafOf = placesOfLeaves(facts.leaves);
    const replaced = new Map(plan.removed.toReversed().map((row) => [row.event.revision, row]));
    const known = { facts, replaced, leafOf, last: await lastIssued(this.pool) };
    const placings = plan.events.map((event) => placingOf(event, known));
    const neighbours = await this.neighbours(facts.stream, placings);
    const placements = await this.placements(facts, plan, placings, neighbours);
    const removed = new Set(plan.removed);
    const put: EventToPut[] = [];
    const madeRoom: PlacedPlan['madeRoom'][number][] = [];
    const outOfOrder: number[] = [];
    for (const [n, placement] of placements.entries()) {
      const { event, position } = placings[n] as Placing;
      if (placement.kind === 'stays' && event.isInPlace) continue;
      const row =
        event.isInPlace && event.origin.kind === 'stored' ? facts.rows[event.origin.row] : undefined;
      if (row !== undefined) {
        removed.add(row);
        outOfOrder.push(event.revision);
      }
      const { displaced } = placement.kind === 'at' ? placement : {};
      if (placement.kind === 'at' && displaced !== undefined)
        madeRoom.push({ from: placement.position, to: displaced === 'end' ? undefined : displaced });
      put.push({
        revision: event.revision,
        event: withMac(
          { stream: facts.stream, revision: event.revision, hash: event.hash },
          event.event,
          this.keys,
        ),
        position:
          placement.kind === 'at' ? placement.position : placement.kind === 'stays' ? position : undefined,
      });
    }
    const elsewhere = await this.elsewhere(facts.stream, put);
    return { plan, outOfOrder, removed: [...removed].map(({ event }) => event), put, madeRoom, elsewhere };
  }

  async apply(
    { stream, rows }: StreamFacts,
    placed: PlacedPlan,
    ending: WrittenEvent | undefined,
  ): Promise<void> {
    const { removed, put, madeRoom } = placed;
    await rewriteStream(this.pool, {
      stream,
      seen: rows.map(({ event }) => event),
      removed: removed.map(({ position }) => position),
      put:
        ending === undefined
          ? put
          : [...put, { revision: ending.revision, event: ending, position: undefined }],
      madeRoom,
    });
  }

  private async placements(
    facts: StreamFacts,
    plan: RepairPlan,
    placings: readonly Placing[],
    neighbours: ReadonlyMap<number, readonly Neighbour[]>,
  ): Promise<readonly Placement[]> {
    const found: (Placement | undefined)[] = placings.map(({ leaf, position }) =>
      leaf !== undefined && position !== undefined && isInOrder(leaf, position, neighbours.get(leaf) ?? [])
        ? { kind: 'stays' }
        : undefined,
    );
    const freed = freedPositions(facts, plan, placings, found);
    const given = new Set<number>();
    const lastLeaf = placings.findLastIndex(({ leaf }) => leaf !== undefined);
    for (const [n, one] of placings.entries()) {
      if (found[n] !== undefined || n > lastLeaf) continue;
      const { leaf, position, former } = one;
      const gap = leaf === undefined ? undefined : gapOf(leaf, neighbours.get(leaf) ?? []);
      const taken = await this.takenIn(gap, former ?? position, { freed, given });
      const placement =
        gap === undefined
          ? withinStream({ position, former }, taken)
          : placeWithLeaf({ position, former: former ?? undefined }, gap, taken);
      if (placement.kind === 'at') given.add(placement.position);
      found[n] = placement;
    }
    const before = positionAfter(placings[lastLeaf], found[lastLeaf]);
    const loose = placings.slice(lastLeaf + 1);
    const formers = new Set(
      await takenAmong(
        this.pool,
        loose.flatMap(({ former }) => former ?? []),
      ),
    );
    const passed = positionIn((await readCheckpoint(this.pool, CHECKPOINTER))?.position) ?? 0;
    const isTaken = (position: number): boolean => formers.has(position) && !freed.has(position);
    return [
      ...(found.slice(0, lastLeaf + 1) as Placement[]),
      ...placeWithoutLeaf(loose, { passed, before, isTaken }),
    ];
  }

  /** Returns the positions in a gap that other rows have, after this repair has taken out its rows. */
  private async takenIn(
    gap: { readonly after: number; readonly before: number } | undefined,
    wanted: number | undefined,
    { freed, given }: { readonly freed: ReadonlySet<number>; readonly given: ReadonlySet<number> },
  ): Promise<ReadonlySet<number>> {
    const { after, before } = gap ?? { after: 0, before: 0 };
    const found = await takenPositions(this.pool, { after, before, and: wanted, limit: LOOKED_AT });
    const taken = new Set(found.filter((position) => !freed.has(position)));
    for (const position of given) taken.add(position);
    return taken;
  }

  /**
   * Returns, for the leaf of each event, the leaves beside it with the positions of their events. Events of
   * the stream itself are identified by their bytes, because their rows may be in wrong places. A leaf that
   * somebody renamed says nothing.
   */
  private async neighbours(
    stream: string,
    placings: readonly Placing[],
  ): Promise<ReadonlyMap<number, readonly Neighbour[]>> {
    const leaves = placings.flatMap(({ leaf }) => leaf ?? []);
    const wanted = new Set(
      leaves.flatMap((leaf) => Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, n) => leaf - NEIGHBOURS + n)),
    );
    const around = (await leavesInPlaces(this.pool, [...wanted])).filter(
      (leaf) => leaf.stream !== stream && this.names.isNamed(leaf),
    );
    const positions = await positionsOf(this.pool, around);
    const known = [
      ...around.flatMap(({ place }, n) => {
        const position = positions[n];
        return position === undefined ? [] : [{ place, position }];
      }),
      ...placings.flatMap(({ leaf, position }) =>
        leaf === undefined || position === undefined ? [] : [{ place: leaf, position }],
      ),
    ];
    const byPlace = new Map(known.map((one) => [one.place, one]));
    const near = (leaf: number): readonly Neighbour[] =>
      Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, n) => leaf - NEIGHBOURS + n).flatMap((place) =>
        place === leaf ? [] : (byPlace.get(place) ?? []),
      );
    return new Map(leaves.map((leaf) => [leaf, near(leaf)]));
  }

  private async elsewhere(stream: string, put: readonly EventToPut[]): Promise<PlacedPlan['elsewhere']> {
    if (put.length === 0) return [];
    const ids = new Map(put.map(({ event, revision }) => [event.id.toLowerCase(), revision]));
    const found = await placesOfIds(this.pool, [...ids.keys()]);
    return found
      .filter((row) => row.stream !== stream)
      .map(({ id, ...at }) => ({ revision: ids.get(id) ?? 0, at }));
  }
}

/** An event between others of its stream that has no leaf, because somebody took the leaf away. */
function withinStream(
  { position, former }: { readonly position: number | undefined; readonly former: number | undefined },
  taken: ReadonlySet<number>,
): Placement {
  if (position !== undefined) return { kind: 'stays' };
  return former !== undefined && !taken.has(former) ? { kind: 'at', position: former } : { kind: 'end' };
}

/**
 * Returns the place of the first leaf of each event, by the event's hash. A leaf that the service did not write
 * says nothing, and a proven one counts more than one whose proof is incomplete.
 */
function placesOfLeaves(leaves: StreamFacts['leaves']): ReadonlyMap<string, number> {
  const places = (of: StreamFacts['leaves']): [string, number][] =>
    of.toReversed().map(({ hash, place }) => [hash, place]);
  const named = leaves.filter(({ isNamed }) => isNamed);
  return new Map([...places(named), ...places(named.filter(({ isProven }) => isProven))]);
}

interface KnownPlaces {
  readonly facts: StreamFacts;
  /** The rows that are taken out, by their revisions. */
  readonly replaced: ReadonlyMap<number, StoredRow>;
  /** Place of the first leaf of each event, by the event's hash. */
  readonly leafOf: ReadonlyMap<string, number>;
  /** The highest position that the log has given to an event. */
  readonly last: number;
}

/**
 * A file and a row may name any position. A position that the log never gave to an event is not believed, and
 * the event gets another one.
 */
function placingOf(event: GenuineEvent, { facts, replaced, leafOf, last }: KnownPlaces): Placing {
  const { origin, revision, hash, position } = event;
  const { rows } = facts;
  const row = origin.kind === 'stored' ? rows[origin.row] : replaced.get(revision);
  const issued = (one: number | undefined) => (one !== undefined && one <= last ? one : undefined);
  return {
    event,
    leaf: leafOf.get(hash),
    position: row === undefined ? undefined : issued(positionIn(row.event.position)),
    former: origin.kind === 'offered' ? issued(position) : undefined,
  };
}

/** Returns the positions from which this repair takes rows of the stream away. */
function freedPositions(
  { rows }: StreamFacts,
  plan: RepairPlan,
  placings: readonly Placing[],
  found: readonly (Placement | undefined)[],
): ReadonlySet<number> {
  const removed = new Set(plan.removed);
  const staying = new Map<number | undefined, { readonly stays: boolean; readonly isLoose: boolean }>();
  for (const [n, { position, leaf }] of placings.entries())
    if (position !== undefined && !staying.has(position))
      staying.set(position, { stays: found[n]?.kind === 'stays', isLoose: leaf === undefined });
  const isFreed = (row: StoredRow): boolean => {
    const placing = staying.get(positionIn(row.event.position));
    if (placing?.stays === true) return false;
    return removed.has(row) || placing?.isLoose === false;
  };
  return new Set(rows.filter(isFreed).map(({ event }) => Number(event.position)));
}

function positionAfter(placing: Placing | undefined, placement: Placement | undefined): number {
  if (placing === undefined || placement === undefined) return 0;
  if (placement.kind === 'at') return placement.position;
  return placement.kind === 'stays' ? (placing.position ?? 0) : Number.POSITIVE_INFINITY;
}
