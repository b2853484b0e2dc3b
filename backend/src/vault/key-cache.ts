import { LRUCache } from 'lru-cache';

/** An unwrapped key. The cache owns the buffer, and zeroes it when the key leaves the cache. */
interface CachedKey {
  readonly keyId: string;
  readonly key: Buffer;
  /** Milliseconds since the epoch. The clock is read before the key's row is read. */
  readonly readAt: number;
  /**
   * Data derived from plaintext that the key opened, by owner. The data leave the cache together with the
   * key.
   */
  derived: WeakMap<object, object> | undefined;
}

export type CacheEntry = Pick<CachedKey, 'keyId' | 'key' | 'derived'> | 'destroyed' | undefined;

export interface KeyCacheOptions {
  /** Number of keys to keep; at least one. */
  readonly capacity: number;
  /** Milliseconds for which an entry may be used after it was last read or confirmed. */
  readonly leaseMs: number;
  readonly now: () => number;
}

/**
 * Keeps unwrapped keys in memory. The least recently used key is dropped first. The cache works only while
 * the backend listens for destructions (from `open` to `close`). An entry works only for `leaseMs` after it
 * was read or after the whole cache was last confirmed. A backend that is cut off from the database therefore
 * stops using cached keys. Use a buffer from `get` before the next turn of the event loop, because the cache
 * may zero the buffer later.
 */
export class KeyCache {
  private readonly keys: LRUCache<string, CachedKey>;
  /** Destroyed keys need no lease, because a destruction is final. */
  private readonly destroyed: LRUCache<string, true>;
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private listening = false;
  /**
   * Grows with every destruction and every interruption of the listening. A row that was read before such a
   * change must not be cached after the change.
   */
  private changes = 0;

  constructor(private readonly options: KeyCacheOptions) {
    const max = options.capacity;
    // Runs whenever a key leaves the cache, because it is evicted, replaced or forgotten.
    this.keys = new LRUCache({ max, dispose: ({ key }) => key.fill(0) });
    this.destroyed = new LRUCache({ max });
  }

  /**
   * Identifies the moment before a row is read. Take the stamp before you read the row, and pass it to
   * `keep`.
   */
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

  /** Drops the key, so that its row must be read again. */
  forget(subject: string): void {
    this.changes += 1;
    this.keys.delete(subject);
  }

  /**
   * Records that the key is destroyed. Call this only if an event called for the destruction and a row
   * confirms it.
   */
  markDestroyed(subject: string): void {
    this.forget(subject);
    this.destroyed.set(subject, true);
  }

  /** Records that all destructions up to `at` are known. Every lease therefore starts again at `at`. */
  confirm(at: number): void {
    this.confirmedAt = at;
  }

  open(): void {
    this.listening = true;
  }

  /** Drops all keys, and caches nothing until the next `open`. */
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
