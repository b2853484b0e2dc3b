/**
 * What is under way, each in a place that is used again. A `Map` that thousands enter and leave each second is laid
 * anew every few hundred of them, and what then still stood in its old memory is kept until the next full
 * collection, with all that hangs on it: whole requests, 70 MiB of them.
 */
export class Places<Item extends object> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  /** @returns the place, to be left once */
  take(item: Item): Place {
    const index = this.#free.pop() ?? this.#items.length;
    this.#items[index] = item;
    return { index };
  }

  /** Leaving a place a second time changes nothing. */
  leave(place: Place): void {
    if (place.index === undefined) return;
    this.#items[place.index] = undefined;
    this.#free.push(place.index);
    place.index = undefined;
  }

  all(): Item[] {
    return this.#items.filter((item) => item !== undefined);
  }
}

export interface Place {
  /** Undefined once it was left. */
  index: number | undefined;
}
