import { randomBytes } from 'node:crypto';
import { KeyCache } from './key-cache.js';

const LEASE = 5000;

function cacheAt(capacity = 10) {
  const time = { now: 1_000_000 };
  const cache = new KeyCache({ capacity, leaseMs: LEASE, now: () => time.now });
  cache.open();
  const keep = (subject: string) => {
    const key = randomBytes(32);
    expect(cache.keep(subject, `id-${subject}`, key, cache.stamp)).toBe(true);
    return key;
  };
  return { time, cache, keep };
}

const zeroed = (key: Buffer) => key.every((byte) => byte === 0);

describe('key cache', () => {
  it('drops and zeroes the least recently used key beyond its capacity', () => {
    const { cache, keep } = cacheAt(2);
    const [a, b] = [keep('a'), keep('b')];
    cache.get('a');
    keep('c');
    expect([cache.size, cache.get('b'), zeroed(b), zeroed(a)]).toEqual([2, undefined, true, false]);
    expect(cache.get('a')).toMatchObject({ keyId: 'id-a' });
  });

  it('zeroes a key when another replaces it', () => {
    const { cache, keep } = cacheAt();
    const [old, other] = [keep('a'), keep('b')];
    const next = keep('a');
    expect([zeroed(old), zeroed(next), zeroed(other), cache.size]).toEqual([true, false, false, 2]);
  });

  it('does not use a key beyond its lease, unless the cache was confirmed since', () => {
    const { cache, keep, time } = cacheAt();
    keep('a');
    time.now += LEASE;
    expect(cache.get('a')).toBeDefined();
    time.now += 1;
    expect(cache.get('a')).toBeUndefined();
    cache.confirm(time.now - 1);
    expect(cache.get('a')).toBeDefined();
    time.now += LEASE;
    expect(cache.get('a')).toBeUndefined();
  });

  it('zeroes a destroyed key and accepts no copy that was read before the destruction', () => {
    const { cache, keep } = cacheAt();
    const a = keep('a');
    const { stamp } = cache;
    cache.markDestroyed('a');
    expect([zeroed(a), cache.get('a')]).toEqual([true, 'destroyed']);
    expect(cache.keep('a', 'id', randomBytes(32), stamp)).toBe(false);
    expect(cache.keep('b', 'id', randomBytes(32), stamp)).toBe(false);
    expect(cache.keep('b', 'id', randomBytes(32), cache.stamp)).toBe(true);
  });

  it('zeroes a key that must be read again, and does not report that key as destroyed', () => {
    const { cache, keep } = cacheAt();
    const a = keep('a');
    const { stamp } = cache;
    cache.forget('a');
    expect([zeroed(a), cache.get('a')]).toEqual([true, undefined]);
    expect(cache.keep('a', 'id', randomBytes(32), stamp)).toBe(false);
  });

  it('returns data derived with a key only as long as the key is usable, and forgets both together', () => {
    const { cache, keep, time } = cacheAt(1);
    keep('a');
    const owner = {};
    const beside = () => {
      const found = cache.get('a');
      return found === undefined || found === 'destroyed'
        ? found
        : (found as { derived: WeakMap<object, object> | undefined });
    };
    const kept = beside();
    if (typeof kept !== 'object') throw new Error('no key');
    kept.derived = new WeakMap([[owner, {}]]);
    expect(beside()).toMatchObject({ derived: kept.derived });
    time.now += LEASE + 1;
    expect(beside()).toBeUndefined();
    cache.confirm(time.now);
    expect(beside()).toMatchObject({ derived: kept.derived });
    keep('a');
    expect(beside()).toMatchObject({ derived: undefined });
    kept.derived = new WeakMap([[owner, {}]]);
    keep('b');
    keep('a');
    expect(beside()).toMatchObject({ derived: undefined });
  });

  it('zeroes and keeps nothing while closed, but remembers destroyed keys', () => {
    const { cache, keep } = cacheAt();
    const a = keep('a');
    cache.markDestroyed('b');
    expect(cache.keep('b', 'id', randomBytes(32), cache.stamp)).toBe(false);
    cache.close();
    expect([zeroed(a), cache.size, cache.get('a'), cache.get('b')]).toEqual([
      true,
      0,
      undefined,
      'destroyed',
    ]);
    expect(cache.keep('a', 'id', randomBytes(32), cache.stamp)).toBe(false);
  });
});
