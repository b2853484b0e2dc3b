/**
 * A set of the items under way, kept in reusable slots. A `Map` with thousands of insertions and deletions
 * per second is rebuilt every few hundred of them. Its old memory, and all that hangs on it (whole requests,
 * 70 MiB of them), is kept until the next full garbage collection.
 */
export class SlotPool<Item extends object> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  /** @returns the slot, to be released once */
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
  /** Undefined once it was released. */
  index: number | undefined;
}
