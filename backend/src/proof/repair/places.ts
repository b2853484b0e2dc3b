/** A leaf of the tree beside that of an event, with the position of its event in the log. */
export interface Neighbour {
  readonly place: number;
  readonly position: number;
}

export interface EventToPlace {
  /** Place of the event's first leaf; undefined if it has none. */
  readonly leaf: number | undefined;
  /** Position of the row that has the event; undefined if it is put back. */
  readonly position: number | undefined;
  /** The position that a file names. */
  readonly former: number | undefined;
}

/** Where an event goes. `end`: the end of the log. */
export type Placement =
  | { readonly kind: 'stays' }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'at';
      readonly position: number;
      /** The new position of the row that has this position now; `end` is the end of the log. */
      readonly displaced?: number | 'end';
    };

/** The positions between which an event belongs. Both are excluded. */
export interface Gap {
  readonly after: number;
  readonly before: number;
}

const STAYS: Placement = { kind: 'stays' };
const END: Placement = { kind: 'end' };
/** Number of free positions of a gap that are tried. */
const TRIED = 1_000;

/** An event beside another one. `rank` counts the events in the order of their leaves. */
interface Ranked {
  readonly rank: number;
  readonly position: number;
}

/** True if there is room between the two for all events whose leaves are between theirs. */
const canFollow = (later: Ranked, earlier: Ranked): boolean =>
  later.position - earlier.position >= later.rank - earlier.rank;

/** Returns the longest list of events that are in order. Events that are not part of it were moved. */
function ascending(events: readonly Ranked[]): readonly Ranked[] {
  let best: readonly Ranked[] = [];
  const ending: (readonly Ranked[])[] = [];
  for (const event of events) {
    let longest: readonly Ranked[] = [];
    for (const list of ending) {
      const last = list.at(-1);
      if (last !== undefined && canFollow(event, last) && list.length > longest.length) longest = list;
    }
    const list = [...longest, event];
    ending.push(list);
    if (list.length > best.length) best = list;
  }
  return best;
}

/** Ranks the events beside that of a leaf. The event of the leaf has a rank of its own. */
function rankedBeside(
  leaf: number,
  neighbours: readonly Neighbour[],
): { readonly own: number; readonly others: readonly Ranked[] } {
  const sorted = neighbours
    .filter(({ place }) => place !== leaf)
    .toSorted((one, other) => one.place - other.place);
  const own = sorted.filter(({ place }) => place < leaf).length;
  const others = sorted.map(({ position }, n) => ({ rank: n < own ? n : n + 1, position }));
  return { own, others };
}

/** True if the event is in the place of the log that fits its leaf's place in the tree. Pure. */
export function isInOrder(leaf: number, position: number, neighbours: readonly Neighbour[]): boolean {
  const { own, others } = rankedBeside(leaf, neighbours);
  const event = { rank: own, position };
  const fitting = others.filter((other) =>
    other.rank < own ? canFollow(event, other) : canFollow(other, event),
  );
  return ascending(fitting).length === ascending(others).length;
}

/** Returns the gap of the log into which the event of this leaf belongs. Pure. */
export function gapOf(leaf: number, neighbours: readonly Neighbour[]): Gap {
  const { own, others } = rankedBeside(leaf, neighbours);
  const kept = ascending(others);
  const before = kept.filter(({ rank }) => rank < own).at(-1);
  const after = kept.find(({ rank }) => rank > own);
  return {
    after: before === undefined ? 0 : before.position + (own - before.rank) - 1,
    before: after === undefined ? Number.POSITIVE_INFINITY : after.position - (after.rank - own) + 1,
  };
}

/**
 * Places an event that has a leaf. It gets a free position between the events of the leaves beside its own:
 * its former one if that is free. If another row has taken the only one, that row makes room. Pure.
 * @param taken all positions in the gap, and the two beside it
 */
export function placeWithLeaf(
  { position, former }: Pick<EventToPlace, 'position' | 'former'>,
  { after, before }: Gap,
  taken: ReadonlySet<number>,
): Placement {
  const isFree = (one: number): boolean => one > after && one < before && !taken.has(one);
  if (former !== undefined && isFree(former)) return { kind: 'at', position: former };
  if (before === Number.POSITIVE_INFINITY) return END;
  for (let one = after + 1; one < Math.min(before, after + TRIED); one += 1)
    if (isFree(one)) return { kind: 'at', position: one };
  if (after + 1 < before) return { kind: 'at', position: after + 1, displaced: position ?? 'end' };
  // An event beside it has its position, so the two change places.
  if (position === undefined) return END;
  return { kind: 'at', position: position > before ? before : after, displaced: position };
}

/**
 * Places the events at the end of a stream that have no leaf. The tree gets their leaves only if the
 * checkpointer still comes to them, so events that it has passed go to the end of the log. Pure.
 * @param passed position up to which the checkpointer has read the log
 */
export function placeWithoutLeaf(
  events: readonly EventToPlace[],
  { passed, before, isTaken }: { passed: number; before: number; isTaken: (position: number) => boolean },
): readonly Placement[] {
  let last: number | 'end' = before;
  return events.map(({ position, former }) => {
    if (last === 'end') return END;
    const least = Math.max(last, passed);
    if (position !== undefined && position > least) {
      last = position;
      return STAYS;
    }
    if (position === undefined && former !== undefined && former > least && !isTaken(former)) {
      last = former;
      return { kind: 'at', position: former };
    }
    last = 'end';
    return END;
  });
}
