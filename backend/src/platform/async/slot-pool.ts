/**
 * Holds the items in progress in slots that are reused. A `Map` is not used, because V8 rebuilds a `Map`
 * after every few hundred insertions and deletions, and there are thousands per second. The old memory of the
 * `Map`, and everything that this memory refers to (70 MiB of whole requests), stays until the next full
 * garbage collection.
 */
export class SlotPool<Item extends object> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  /** @returns the slot, which must be released once */
  take(item: Item): Slot {
    const index = this.#free.pop() ?? this.#items.length;
    this.#items[index] = item;
    return { index };
  }

  /** Releasing a slot a second time changes nothing. */
  release(slot: Slot): void {
    if (slot.index === undefined) return;
    this.#items[slot.index] = undefined;
    this.#free.push(slot.index);
    slot.index = undefined;
  }

  all(): Item[] {
    return this.#items.filter((item) => item !== undefined);
  }
}

export interface Slot {
  /** Undefined once the slot was released. */
  index: number | undefined;
}
