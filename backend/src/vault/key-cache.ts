import { LRUCache } from 'lru-cache';

/** An unwrapped key that the cache owns: zeroed when it leaves the cache. */
interface CachedKey {
  readonly keyId: string;
  readonly key: Buffer;
  /** Milliseconds since the epoch, taken before the row was read. */
  readonly readAt: number;
  /** Data derived from plaintext that the key opened, by owner: it goes when the key goes. */
  derived: WeakMap<object, object> | undefined;
}

export type CacheEntry = Pick<CachedKey, 'keyId' | 'key' | 'derived'> | 'destroyed' | undefined;

export interface KeyCacheOptions {
  /** Most keys kept; at least one. */
  readonly capacity: number;
  /** Milliseconds for which an entry may be used since it was last known to be right. */
  readonly leaseMs: number;
  readonly now: () => number;
}

/**
 * Unwrapped keys in memory, with the least recently used dropped first. It is usable only while the backend
 * hears of destructions (`open` to `close`), and an entry only for `leaseMs` after it was read or the whole
 * cache was last confirmed: a backend that is cut off stops using keys by itself. A buffer from `get` must
 * be used before the next turn of the event loop: afterwards it may be zeroed.
 */
export class KeyCache {
  private readonly keys: LRUCache<string, CachedKey>;
  /** A destruction is final, so these need no lease. */
  private readonly destroyed: LRUCache<string, true>;
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private listening = false;
  /** Raised by every destruction and interruption: a row read before must not be cached afterwards. */
  private changes = 0;

  constructor(private readonly options: KeyCacheOptions) {
    const max = options.capacity;
    // Runs however a key leaves: evicted, replaced, forgotten.
    this.keys = new LRUCache({ max, dispose: ({ key }) => key.fill(0) });
    this.destroyed = new LRUCache({ max });
  }

  /** Take the stamp before reading a row, and give it to `keep`. */
  get stamp(): { readonly changes: number; readonly readAt: number } {
    return { changes: this.changes, readAt: this.options.now() };
  }

  get size(): number {
    return this.keys.size;
  }

  get(subject: string): CacheEntry {
    if (this.destroyed.has(subject)) return 'destroyed';
    const found = this.keys.get(subject);
    return found !== undefined && this.fresh(found) ? found : undefined;
  }

  /** True if the cache took the buffer over; false if the caller must zero it after use. */
  keep(
    subject: string,
    keyId: string,
    key: Buffer,
    stamp: { readonly changes: number; readonly readAt: number },
  ): boolean {
    if (!this.listening || stamp.changes !== this.changes || this.destroyed.has(subject)) return false;
    this.keys.set(subject, { keyId, key, readAt: stamp.readAt, derived: undefined });
    return true;
  }

  /** Drops the key: its row must be read again. */
  forget(subject: string): void {
    this.changes += 1;
    this.keys.delete(subject);
  }

  /** Records that the key is destroyed: an event called for it, and a row confirms it. */
  markDestroyed(subject: string): void {
    this.forget(subject);
    this.destroyed.set(subject, true);
  }

  /** All destructions up to `at` are known: the leases restart there. */
  confirm(at: number): void {
    this.confirmedAt = at;
  }

  open(): void {
    this.listening = true;
  }

  /** Caches nothing until the next `open`. */
  close(): void {
    this.listening = false;
    this.changes += 1;
    this.confirmedAt = Number.NEGATIVE_INFINITY;
    this.keys.clear();
  }

  private fresh(entry: CachedKey): boolean {
    return (
      this.listening && this.options.now() - Math.max(entry.readAt, this.confirmedAt) <= this.options.leaseMs
    );
  }
}
