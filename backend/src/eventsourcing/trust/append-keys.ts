import { timingSafeEqual } from 'node:crypto';
import { derivedFrom, type HmacKey, hmacOfParts, keyFor } from '../../platform/crypto/hmac-of-parts.js';
import { OperatorError } from '../../platform/errors/operator-error.js';

/** The parts of an event that its MAC covers. The hash covers all other parts (journal/chain.ts). */
export interface MarkedPlace {
  readonly stream: string;
  readonly revision: number;
  /** Hash of the event, hexadecimal. */
  readonly hash: string;
}

/** A leaf of the tree over the log, with the event that it was made for. */
export interface MarkedLeaf extends MarkedPlace {
  /** Place in the tree. */
  readonly place: number;
}

/** Version of the list that a MAC covers. */
const VERSION = 1;
/** Number of hexadecimal digits of a key's name. */
const NAME_DIGITS = 8;
/**
 * Number of bytes of a leaf's HMAC that are stored. Half of them suffice: a guess is right once in 2^128, and
 * there is one leaf for each event.
 */
const LEAF_BYTES = 16;

/** Kinds of statements, other than events, that these keys authenticate. Each kind has a key of its own. */
export type SealPurpose = 'adoption' | 'tree' | 'pass';

/** Thrown if the key that would make MACs is retired. */
export class NewestKeyRetired extends OperatorError {
  constructor(name: string) {
    super(
      `LOG_ADOPTED retires the key ${name}, but this key is the first one in APPEND_KEY, with which the service would write. Put a new key in front of it, or restore APPEND_KEY and LOG_ADOPTED from the same backup of the secrets.`,
    );
  }
}

/** Thrown if a key is in the list twice. */
export class KeyTwice extends OperatorError {
  constructor(name: string) {
    super(
      `APPEND_KEY has two keys with the name ${name}. Probably one key is in the list twice: remove it once.`,
    );
  }
}

interface AppendKey {
  /** Identifies the key in the list. Computed from the key, so nobody has to choose it. */
  readonly name: string;
  readonly key: HmacKey;
  /** The key for the leaves of the tree. */
  readonly leaf: HmacKey;
  /** The keys for statements, by their kind. */
  readonly seals: Readonly<Record<SealPurpose, HmacKey>>;
}

/**
 * The keys of the event log (APPEND_KEY). Each event carries a MAC, which only an owner of one of these keys
 * can compute. Write access to the event store is therefore not enough to write history.
 *
 * A MAC is `<name of the key>.<HMAC-SHA-256 in base64url>`. The HMAC covers these parts in this order, each
 * preceded by its length (length-prefixed.ts): `event`, version, identity of the log, stream, revision, hash.
 */
export class AppendKeys {
  /** Names of all keys of the list, newest first. */
  readonly names: readonly string[];
  private readonly newest: AppendKey;
  /** The keys whose MACs are accepted. */
  private readonly byName: ReadonlyMap<string, AppendKey>;

  /**
   * @param log identity of the log. It is part of each MAC, so an event of one log is worth nothing in
   * another log, even with the same key.
   * @param secrets keys of 32 bytes. The first one makes MACs; every key in the list can check them.
   * @param retired names of keys whose MACs are not accepted any more. Events with such a MAC count only if
   * they were adopted (rule:log-is-adopted)
   * @throws KeyTwice, NewestKeyRetired
   */
  constructor(
    readonly log: string,
    secrets: readonly [Uint8Array, ...(readonly Uint8Array[])],
    retired: readonly string[] = [],
  ) {
    const [newest, ...older] = secrets;
    this.newest = appendKey(newest, log);
    const all = [this.newest, ...older.map((secret) => appendKey(secret, log))];
    this.names = all.map(({ name }) => name);
    const twice = this.names.find((name, n) => this.names.indexOf(name) !== n);
    if (twice !== undefined) throw new KeyTwice(twice);
    if (retired.includes(this.newest.name)) throw new NewestKeyRetired(this.newest.name);
    this.byName = new Map(all.filter(({ name }) => !retired.includes(name)).map((one) => [one.name, one]));
  }

  /** Returns the MAC of an event. Uses the newest key. */
  markOf(place: MarkedPlace): string {
    return this.markWith(this.newest, place);
  }

  /** True if a key of this list that is not retired made the MAC for this event in this log. */
  hasMade(mark: string, place: MarkedPlace): boolean {
    const key = this.byName.get(keyNameOf(mark));
    return key !== undefined && isSame(mark, this.markWith(key, place));
  }

  /**
   * Returns the MAC of a leaf, hexadecimal: the key's name, and the first 16 bytes of the HMAC. The HMAC
   * covers `leaf`, version, identity of the log, place, stream, revision, hash. Uses the newest key.
   */
  leafMarkOf(leaf: MarkedLeaf): string {
    return this.leafMarkWith(this.newest, leaf);
  }

  /** True if a key of this list that is not retired made the MAC for this leaf of this log's tree. */
  hasMadeLeaf(mark: string, leaf: MarkedLeaf): boolean {
    const key = this.byName.get(keyNameOf(mark));
    return key !== undefined && isSame(mark, this.leafMarkWith(key, leaf));
  }

  /** Returns the MAC of a statement of this log. Uses the newest key. */
  sealOf(purpose: SealPurpose, text: string): string {
    return this.sealWith(this.newest, purpose, text);
  }

  /** True if a key of this list that is not retired made the MAC for this statement in this log. */
  hasSealed(mac: string, purpose: SealPurpose, text: string): boolean {
    const key = this.byName.get(keyNameOf(mac));
    return key !== undefined && isSame(mac, this.sealWith(key, purpose, text));
  }

  private sealWith({ name, seals }: AppendKey, purpose: SealPurpose, text: string): string {
    // Allowed: the kinds are a closed list, and none of them is sent by anybody.
    const mac = hmacOfParts(seals[purpose], [text]);
    return `${name}.${mac.toString('base64url')}`;
  }

  private leafMarkWith({ name, leaf }: AppendKey, { place, stream, revision, hash }: MarkedLeaf): string {
    const mac = hmacOfParts(leaf, [place, stream, revision, hash]);
    return name + mac.toString('hex', 0, LEAF_BYTES);
  }

  private markWith({ name, key }: AppendKey, { stream, revision, hash }: MarkedPlace): string {
    const mac = hmacOfParts(key, [stream, revision, hash]);
    return `${name}.${mac.toString('base64url')}`;
  }
}

/** Returns the name of the key that made a MAC, whether or not this list contains the key. */
export const keyNameOf = (mark: string): string => mark.slice(0, NAME_DIGITS);

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function appendKey(secret: Uint8Array, log: string): AppendKey {
  const name = derivedFrom(secret, 'append-key/v1/name').toString('hex').slice(0, NAME_DIGITS);
  const key = (purpose: SealPurpose | 'event' | 'leaf'): HmacKey =>
    keyFor(secret, `append-key/v1/${purpose}`, [purpose, VERSION, log]);
  return {
    name,
    key: key('event'),
    leaf: key('leaf'),
    seals: { adoption: key('adoption'), tree: key('tree'), pass: key('pass') },
  };
}
