const BITS = 8;

/** A set of places of the tree that takes one bit per place. */
export class PlaceSet {
  private readonly bits: Uint8Array;
  private count = 0;

  /** @param size number of places */
  constructor(private readonly size: number) {
    this.bits = new Uint8Array(Math.ceil(size / BITS));
  }

  get isFull(): boolean {
    return this.count === this.size;
  }

  has(place: number): boolean {
    return ((this.bits[Math.floor(place / BITS)] ?? 0) & (1 << (place % BITS))) !== 0;
  }

  add(place: number): void {
    if (place < 0 || place >= this.size || this.has(place)) return;
    this.bits[Math.floor(place / BITS)] = (this.bits[Math.floor(place / BITS)] ?? 0) | (1 << (place % BITS));
    this.count += 1;
  }
}
