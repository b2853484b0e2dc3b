import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { migrations } from '../../app/database-schema.js';
import { isOwnStream, STREAM_PREFIXES } from '../../app/streams.js';
import type { Position, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { metadataOf, NO_HASH } from '../../eventsourcing/journal/chain.js';
import { encodeMetadata, parseMetadata, withoutMac } from '../../eventsourcing/journal/event-encoding.js';
import { chainedEvent } from '../../eventsourcing/journal/testing/chained.js';
import { type AcceptedPlace, type Adoption, decodeAdoption } from '../../eventsourcing/trust/adoption.js';
import { placeNamed } from '../../eventsourcing/trust/place-names.js';
import { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { Authenticator, BEGINNING } from '../../eventsourcing/trust/authenticate.js';
import { TEST_APPEND_KEY, TEST_LOG } from '../../eventsourcing/trust/testing/test-trust.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { createReceipts, type Receipts } from '../../vault/receipts.js';
import { SetClock } from '../../vault/testing/vault-database.js';
import { adoptLog, type AdoptionResult, type AdoptParts, type Decisions } from '../adopt-log.js';
import { AdoptedLeaves } from '../adopted-leaves.js';
import { leavesFrom } from '../leaves.js';
import { rowsLog } from './rows-log.js';

/** How an event was written: in format 1 or 2 by a version without APPEND_KEY, or with a MAC. */
export type Writing = 1 | 2 | 'marked';

/** Secrets of APPEND_KEY, newest first. */
type Secrets = readonly [Buffer, ...Buffer[]];

const NOTHING_DECIDED: Decisions = { accept: [], retire: [], lostKeys: [], checkpoints: [], reason: null };

/** Returns the places with these names. */
export const named = (...names: readonly string[]): AcceptedPlace[] =>
  names.map((name) => {
    const place = placeNamed(name);
    if (place === undefined) throw new Error(`${name} is no place`);
    return place;
  });

/** Returns the name of a stream for a short label, so that a test can name its streams `a`, `b` and so on. */
export const streamOf = (label: string): string =>
  `nda-00000000-0000-4000-8000-${label.charCodeAt(0).toString(16).padStart(12, '0')}`;

/** Takes the MAC away from an event, as somebody who claims that the event is older. */
export const stripped = (event: UntrustedEvent): UntrustedEvent => ({
  ...event,
  metadata: withoutMac(event),
});

/** A log in memory with its tree in a real database. A test may change its rows between two adoptions. */
export class LogToAdopt {
  rows: UntrustedEvent[] = [];
  /** The text of LOG_ADOPTED. */
  statement: string | undefined;
  secrets: Secrets = [TEST_APPEND_KEY];
  readonly clock = new SetClock();
  private readonly last = new Map<string, { readonly revision: number; readonly hash: string }>();

  private constructor(
    private readonly database: TestDatabase,
    readonly receipts: Receipts,
  ) {}

  static async open(): Promise<LogToAdopt> {
    const database = await createTestDatabase({ migrations, copied: true });
    const receipts = createReceipts({ signingKey: randomBytes(32), pool: database.pool });
    await receipts.start();
    return new LogToAdopt(database, receipts);
  }

  get pool(): Pool {
    return this.database.pool;
  }

  get keys(): AppendKeys {
    return new AppendKeys(TEST_LOG, this.secrets, this.adoption?.retired);
  }

  get adoption(): Adoption | undefined {
    const all = new AppendKeys(TEST_LOG, this.secrets);
    return this.statement === undefined ? undefined : decodeAdoption(this.statement, all);
  }

  /** Empties the log and its tree. */
  async clear(): Promise<void> {
    await this.pool.query('TRUNCATE log_leaves, log_nodes, log_checkpoints, log_tree, log_forks');
    this.rows = [];
    this.statement = undefined;
    this.secrets = [TEST_APPEND_KEY];
    this.last.clear();
  }

  /**
   * Appends one event per letter, each to the stream with that letter: `append('aab', 2)`.
   * @returns the events
   */
  append(streams: string, writing: Writing): UntrustedEvent[] {
    return streams.split('').map((label) => this.appendOne(streamOf(label), writing));
  }

  /** Returns the event at a place. */
  at(label: string, revision: number): UntrustedEvent {
    const found = this.rows.find((row) => row.stream === streamOf(label) && row.revision === revision);
    if (found === undefined) throw new Error(`there is no event ${revision} in ${label}`);
    return found;
  }

  replace(event: UntrustedEvent, by: UntrustedEvent): void {
    this.rows = this.rows.map((row) => (row === event ? by : row));
  }

  /** Removes events, as a restore of an older copy does. */
  lose(...lost: readonly UntrustedEvent[]): void {
    this.rows = this.rows.filter((row) => !lost.includes(row));
    for (const { stream } of lost) this.continueFrom(stream);
  }

  async adopt(decisions: Partial<Decisions> = {}, more: Partial<AdoptParts> = {}): Promise<AdoptionResult> {
    const result = await adoptLog({
      pool: this.pool,
      store: rowsLog(this.rows),
      streamPrefixes: STREAM_PREFIXES,
      isOwnStream,
      appendKeys: this.secrets,
      log: TEST_LOG,
      former: this.adoption,
      ownKeys: this.receipts.configuredKeys,
      receipts: this.receipts,
      clock: this.clock,
      decisions: {
        ...NOTHING_DECIDED,
        reason: decisions.accept === undefined ? null : 'known',
        ...decisions,
      },
      onFindings: () => undefined,
      onProgress: () => undefined,
      batchSize: 3,
      ...more,
    });
    if (result.adopted && result.statement !== undefined) this.statement = result.statement;
    return result;
  }

  /** Returns the names of the places that an adoption would refuse. */
  async broken(decisions: Partial<Decisions> = {}, more: Partial<AdoptParts> = {}): Promise<string[]> {
    const result = await this.adopt(decisions, more);
    return result.adopted
      ? []
      : result.open.map(({ stream, revision }) => `${this.labelOf(stream)}@${revision}`);
  }

  /** Returns, per stream, how many events the service believes. */
  async believed(): Promise<Record<string, number>> {
    const adopted = this.adoption && new AdoptedLeaves(this.pool, this.adoption);
    const authenticator = new Authenticator(this.keys, adopted);
    const found: Record<string, number> = {};
    for (const stream of new Set(this.rows.map((row) => row.stream))) {
      const events = await rowsLog(this.rows).readStream(stream);
      found[this.labelOf(stream)] = (await authenticator.stream(stream, events, BEGINNING)).events.length;
    }
    return found;
  }

  /** Returns the places of all leaves, in the order of the tree. */
  async leaves(): Promise<string[]> {
    const found = await leavesFrom(this.pool, 0, 10_000);
    return found.map(({ stream, revision }) => `${this.labelOf(stream)}@${revision}`);
  }

  async stop(): Promise<void> {
    await this.database.drop();
  }

  private labelOf(stream: string): string {
    const label = String.fromCharCode(Number.parseInt(stream.slice(-12), 16));
    return streamOf(label) === stream ? label : stream;
  }

  private appendOne(stream: string, writing: Writing): UntrustedEvent {
    const before = this.last.get(stream) ?? { revision: -1, hash: NO_HASH };
    const revision = before.revision + 1;
    const id = randomUUID();
    const data = Buffer.from(JSON.stringify({ open: { id } }));
    const format = writing === 'marked' ? 2 : writing;
    const { hash, ...chained } = chainedEvent(
      { stream, revision, id, type: 'Noted.v1', data, format },
      before.hash,
    );
    const mac = this.keys.markOf({ stream, revision, hash });
    const metadata =
      writing === 'marked' ? encodeMetadata({ ...parseMetadata(chained), mac }) : chained.metadata;
    const position = String(this.rows.length === 0 ? 1 : Number(this.rows.at(-1)?.position) + 1) as Position;
    const event = { ...chained, metadata, position };
    this.rows.push(event);
    this.last.set(stream, { revision, hash });
    return event;
  }

  private continueFrom(stream: string): void {
    const left = this.rows.findLast((row) => row.stream === stream);
    const hash = left && metadataOf(left)?.hash;
    if (left === undefined || hash === undefined) this.last.delete(stream);
    else this.last.set(stream, { revision: left.revision, hash });
  }
}
