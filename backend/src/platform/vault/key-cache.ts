/** An unwrapped key, owned by the cache: zeroed when it leaves it. */
interface CachedKey {
  readonly keyId: string;
  readonly key: Buffer;
  /** Milliseconds since the epoch, before the row was read. */
  readonly readAt: number;
  /** What was made of plaintext that the key opened, by what it was made for: it goes when the key goes. */
  made: WeakMap<object, object> | undefined;
}

export type Looked = Pick<CachedKey, 'keyId' | 'key' | 'made'> | 'destroyed' | undefined;

export interface KeyCacheOptions {
  /** Most keys kept. */
  readonly capacity: number;
  /** Milliseconds for which an entry may be used since it was last known to be right. */
  readonly leaseMs: number;
  readonly now: () => number;
}

/**
 * Unwrapped keys in memory, least recently used out first. It is usable only while the backend hears of destructions (`open` to `close`),
 * and an entry only for `leaseMs` after it was read or the whole cache was last confirmed: a backend that is cut off stops using keys by itself.
 * A buffer from `look` must be used before the next turn of the event loop: afterwards it may be zeroed.
 */
export class KeyCache {
  private readonly keys = new Map<string, CachedKey>();
  /** A destruction is final, so these need no lease. */
  private readonly destroyed = new Set<string>();
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private listening = false;
  /** Raised by every destruction and interruption: what was read before must not be kept after. */
  private changes = 0;

  constructor(private readonly options: KeyCacheOptions) {}

  /** Take it before reading a row; give it to `keep`. */
  get stamp(): { readonly changes: number; readonly readAt: number } {
    return { changes: this.changes, readAt: this.options.now() };
  }

  get size(): number {
    return this.keys.size;
  }

  look(subject: string): Looked {
    if (this.destroyed.has(subject)) return 'destroyed';
    const found = this.keys.get(subject);
    if (found === undefined || !this.fresh(found)) return undefined;
    this.keys.delete(subject);
    this.keys.set(subject, found);
    return found;
  }

  /** True when the cache took the buffer over; false when the caller must zero it after use. */
  keep(subject: string, keyId: string, key: Buffer, stamp: { readonly changes: number; readonly readAt: number }): boolean {
    if (!this.listening || stamp.changes !== this.changes || this.destroyed.has(subject)) return false;
    this.drop(subject);
    this.keys.set(subject, { keyId, key, readAt: stamp.readAt, made: undefined });
    const [oldest] = this.keys.keys();
    if (this.keys.size > this.options.capacity && oldest !== undefined) this.drop(oldest);
    return this.keys.has(subject);
  }

  forget(subject: string): void {
    this.changes += 1;
    this.drop(subject);
    this.destroyed.add(subject);
    const [oldest] = this.destroyed;
    if (this.destroyed.size > this.options.capacity && oldest !== undefined) this.destroyed.delete(oldest);
  }

  /** Every destruction up to `at` has been heard of: the leases begin anew there. */
  confirm(at: number): void {
    this.confirmedAt = at;
  }

  open(): void {
    this.listening = true;
  }

  /** Nothing is cached until the next `open`. */
  close(): void {
    this.listening = false;
    this.changes += 1;
    this.confirmedAt = Number.NEGATIVE_INFINITY;
    for (const { key } of this.keys.values()) key.fill(0);
    this.keys.clear();
  }

  private fresh(entry: CachedKey): boolean {
    return this.listening && this.options.now() - Math.max(entry.readAt, this.confirmedAt) <= this.options.leaseMs;
  }

  private drop(subject: string): void {
    this.keys.get(subject)?.key.fill(0);
    this.keys.delete(subject);
  }
}
