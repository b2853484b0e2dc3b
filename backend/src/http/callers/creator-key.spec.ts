import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { CreatorKey } from './creator-key.js';

const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
const keys = new CreatorKey(keyedHash, { https: false });
const hashOf = (secret: string): string => keyedHash.of('capability', secret);

/** A browser that keeps the cookies that it gets. */
class Browser {
  constructor(readonly cookies: Record<string, string> = {}) {}

  get request(): FastifyRequest {
    return { cookies: { ...this.cookies } } as unknown as FastifyRequest;
  }

  get reply(): FastifyReply {
    return {
      setCookie: (name: string, value: string) => void (this.cookies[name] = value),
      clearCookie: (name: string) => void delete this.cookies[name],
    } as unknown as FastifyReply;
  }

  /** Simulates the creation of an NDA. Returns the keyed hash of the secret that the browser then has. */
  create(seed?: string): string {
    return keys.ensure(this.request, this.reply, seed);
  }

  opens(): readonly string[] {
    return keys.hashesOf(this.request);
  }
}

/**
 * Returns a secret without a proof. Earlier versions of the service made such secrets, and anybody can make
 * one.
 */
const unproven = (): string => randomBytes(32).toString('base64url');

describe('a creator key', () => {
  it('that the service made stays the key of its browser', () => {
    const browser = new Browser();
    const first = browser.create();
    const { device } = browser.cookies;
    expect(device).toMatch(/^[\w-]{43}$/);
    expect([first, browser.create(), browser.create()]).toEqual(Array(3).fill(hashOf(device ?? '')));
    expect(browser.cookies).toEqual({ device });
    expect(browser.opens()).toEqual([first]);
    expect(new Browser().create()).not.toBe(first);
  });

  it('that the service did not make is replaced at the next creation, and still opens what it opens', () => {
    for (const planted of ['A'.repeat(43), unproven()]) {
      const browser = new Browser({ device: planted });
      expect(browser.opens()).toEqual([hashOf(planted)]);
      const created = browser.create();
      expect(created).not.toBe(hashOf(planted));
      expect(browser.opens()).toEqual([created, hashOf(planted)]);
      expect([browser.create(), browser.create()]).toEqual([created, created]);
      expect(browser.opens()).toEqual([created, hashOf(planted)]);
      expect(Object.keys(browser.cookies)).toEqual(['device', 'device-before']);
    }
  });

  it('is not replaced while nothing is created', () => {
    const planted = unproven();
    const browser = new Browser({ device: planted });
    keys.offer(browser.request);
    expect(browser.cookies).toEqual({ device: planted });
  });

  it('is none of the service if one bit of it is changed', () => {
    const browser = new Browser();
    const first = browser.create();
    const bytes = Buffer.from(browser.cookies['device'] ?? '', 'base64url');
    for (const at of [0, 23, 24, 31]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const secret = changed.toString('base64url');
      expect(new Browser({ device: secret }).create()).not.toBe(hashOf(secret));
    }
    expect(browser.create()).toBe(first);
  });

  it('is the same again for the same seed, and differs from one that another INDEX_KEY gives', () => {
    const [one, other] = [new Browser(), new Browser()];
    expect(one.create('a seed')).toBe(other.create('a seed'));
    expect(one.create('another seed')).toBe(one.create());
    expect(new Browser().create('another seed')).not.toBe(one.create());
    const elsewhere = new CreatorKey(createKeyedHash(Buffer.alloc(32, 8)), { https: false });
    const foreign = new Browser();
    elsewhere.ensure(foreign.request, foreign.reply);
    const secret = foreign.cookies['device'] ?? '';
    expect(foreign.create()).not.toBe(hashOf(secret));
  });

  it('and the one that it replaced are both forgotten', () => {
    const browser = new Browser({ device: unproven() });
    browser.create();
    keys.forget(browser.request, browser.reply);
    expect(browser.cookies).toEqual({});
    expect(browser.opens()).toEqual([]);
  });

  it('has a name that binds it to the host if the service has https', () => {
    const secure = new CreatorKey(keyedHash, { https: true });
    const browser = new Browser({ '__Host-device': unproven() });
    secure.ensure(browser.request, browser.reply);
    expect(Object.keys(browser.cookies)).toEqual(['__Host-device', '__Host-device-before']);
  });
});
