import { LRUCache } from 'lru-cache';

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
  /** Most keys kept; at least one. */
  readonly capacity: number;
  /** Milliseconds for which an entry may be used since it was last known to be right. */
  readonly leaseMs: number;
  readonly now: () => number;
}

/**
 * Unwrapped keys in memory, least recently used out first. It is usable only while the backend hears of
 * destructions (`open` to `close`), and an entry only for `leaseMs` after it was read or the whole cache was
 * last confirmed: a backend that is cut off stops using keys by itself. A buffer from `look` must be used
 * before the next turn of the event loop: afterwards it may be zeroed.
 */
export class KeyCache {
  private readonly keys: LRUCache<string, CachedKey>;
  /** A destruction is final, so these need no lease. */
  private readonly destroyed: LRUCache<string, true>;
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private listening = false;
  /** Raised by every destruction and interruption: what was read before must not be kept after. */
  private changes = 0;

  constructor(private readonly options: KeyCacheOptions) {
    const max = options.capacity;
    // However a key leaves: pushed out, replaced, forgotten.
    this.keys = new LRUCache({ max, dispose: ({ key }) => key.fill(0) });
    this.destroyed = new LRUCache({ max });
  }

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
    return found !== undefined && this.fresh(found) ? found : undefined;
  }

  /** True when the cache took the buffer over; false when the caller must zero it after use. */
  keep(
    subject: string,
    keyId: string,
    key: Buffer,
    stamp: { readonly changes: number; readonly readAt: number },
  ): boolean {
    if (!this.listening || stamp.changes !== this.changes || this.destroyed.has(subject)) return false;
    this.keys.set(subject, { keyId, key, readAt: stamp.readAt, made: undefined });
    return true;
  }

  /** Its row is to be read again. */
  forget(subject: string): void {
    this.changes += 1;
    this.keys.delete(subject);
  }

  /** An event called for the destruction of its key, and a row says that it was done. */
  markDestroyed(subject: string): void {
    this.forget(subject);
    this.destroyed.set(subject, true);
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
    this.keys.clear();
  }

  private fresh(entry: CachedKey): boolean {
    return (
      this.listening && this.options.now() - Math.max(entry.readAt, this.confirmedAt) <= this.options.leaseMs
    );
  }
}
