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

/**
 * Returns the longest ascending row of positions, in the order of the leaves. Rows that are not part of it
 * are the ones that were moved.
 * @param through a neighbour that must be part of it
 */
function ascending(neighbours: readonly Neighbour[], through?: Neighbour): readonly Neighbour[] {
  const usable = neighbours.filter(
    (one) =>
      through === undefined ||
      one === through ||
      (one.place < through.place ? one.position < through.position : one.position > through.position),
  );
  const best: Neighbour[][] = [];
  for (const [n, one] of usable.entries()) {
    const before = best.slice(0, n).filter((list) => (list.at(-1)?.position ?? 0) < one.position);
    const longest = before.reduce<Neighbour[]>((most, list) => (list.length > most.length ? list : most), []);
    best.push([...longest, one]);
  }
  return best.reduce<Neighbour[]>((most, list) => (list.length > most.length ? list : most), []);
}

const byPlace = (neighbours: readonly Neighbour[]): readonly Neighbour[] =>
  neighbours.toSorted((one, other) => one.place - other.place);

/** True if the event stands in the log where its leaf stands in the tree. Pure. */
export function isInOrder(leaf: number, position: number, neighbours: readonly Neighbour[]): boolean {
  const own = { place: leaf, position };
  const others = neighbours.filter(({ place }) => place !== leaf);
  return ascending(byPlace([...others, own]), own).length > ascending(byPlace(others)).length;
}

/** Returns the gap of the log into which the event of this leaf belongs. Pure. */
export function gapOf(leaf: number, neighbours: readonly Neighbour[]): Gap {
  const kept = ascending(byPlace(neighbours.filter(({ place }) => place !== leaf)));
  return {
    after: kept.filter(({ place }) => place < leaf).at(-1)?.position ?? 0,
    before: kept.find(({ place }) => place > leaf)?.position ?? Number.POSITIVE_INFINITY,
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
