import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { ndaStream } from '#src/nda/nda.events';
import { acceptUnmarked } from '#src/eventsourcing/event-store/postgres/marked-events';
import { TEST_LOG } from '#src/eventsourcing/trust/testing/test-trust';
import type { PlacedEvent } from '../attacked-store.js';
import { type Disguise, DISGUISES, disguisedAfter } from '../disguised-events.js';
import type { Attack } from './attacks.js';
import { type History, type Image, presentImages, type Table } from './tables.js';
import type { World } from './world.js';

export interface Attacked {
  readonly pool: Pool;
  readonly tables: readonly Table[];
  readonly history: History;
  readonly world: Pick<World, 'ndas'>;
}

/**
 * Makes an attack from the current rows. The attack once succeeded, because the service let rows decide
 * something.
 */
export type KnownAttack = (attacked: Attacked) => Promise<Attack>;

const bytesOf = (image: unknown): Buffer => Buffer.from(String(image).slice(2), 'hex');
const bytes = (content: Uint8Array): string => `\\x${Buffer.from(content).toString('hex')}`;

function tableOf({ tables }: Attacked, name: string): Table {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  return table;
}

/** Returns the id of this person's unchanged draft. It is the second of the person's agreements. */
const draftOf = ({ world }: Attacked, who: keyof World['ndas']): string => world.ndas[who][1] ?? '';

async function next(pool: Pool, sequence: string): Promise<number> {
  const { rows } = await pool.query<{ next: string }>('SELECT nextval($1) AS next', [sequence]);
  return Number(rows[0]?.next);
}

async function discardingJob(attacked: Attacked): Promise<Attack> {
  const jobs = attacked.history.get('public.owed_jobs') ?? [];
  const job = jobs.find(({ task }) => task === 'discard-draft');
  if (job === undefined) throw new Error('no draft was discarded by a job');
  const payload = {
    ndaId: draftOf(attacked, 'victim'),
    replacedBy: draftOf(attacked, 'attacker'),
    causedBy: randomUUID(),
  };
  const row = { ...job, id: 1_000_000, key: randomUUID(), worker: null, taken_at: null, payload };
  return {
    what: 'a job discards a draft that nobody replaced',
    table: tableOf(attacked, 'public.owed_jobs'),
    gone: [],
    put: [row],
  };
}

async function inventedLeaf(attacked: Attacked): Promise<Attack> {
  const { rows } = await attacked.pool.query<{ place: number }>(
    'SELECT max(place)::int + 1 AS place FROM log_leaves',
  );
  const stream = ndaStream(draftOf(attacked, 'victim'));
  const leaf = { place: rows[0]?.place, event_hash: bytes(randomBytes(32)), stream, revision: 1 };
  return {
    what: 'a leaf of no event is written behind the last one',
    // Before the attack is taken back, another leaf may get the place of the invented leaf. So the place
    // alone does not identify the invented leaf.
    table: { ...tableOf(attacked, 'public.log_leaves'), key: ['place', 'event_hash'] },
    gone: [],
    put: [leaf],
  };
}

async function imageOf(attacked: Attacked, table: Table, where: Image): Promise<Image> {
  const rows = await presentImages(attacked.pool, table);
  const found = rows.findLast((row) => Object.entries(where).every(([name, value]) => row[name] === value));
  if (found === undefined) throw new Error(`${table.name} has no such row`);
  return found;
}

async function buriedKey(attacked: Attacked): Promise<Attack> {
  const table = tableOf(attacked, 'public.vault_keys');
  const erases = draftOf(attacked, 'victim');
  const row = await imageOf(attacked, table, { subject: ndaStream(erases) });
  const buried = {
    ...row,
    wrapped: null,
    master_key_id: null,
    destroyed_at: new Date().toISOString(),
    destruction: await next(attacked.pool, 'vault_keys_destruction_seq'),
  };
  return { what: 'a key is marked as destroyed', table, gone: [row], put: [buried], erases };
}

/** Agreements of the victim whose keys are there: a draft, an unpaid one, and one that waits for Party 2. */
const WITH_KEYS = [1, 2, 5];

/** Returns an event that looks like an erasure of the victim's agreement, right in everything but its MAC. */
async function forgedErasure(attacked: Attacked, table: Table, disguise: Disguise, of = 0): Promise<Image> {
  const stream = ndaStream(attacked.world.ndas.victim[of] ?? '');
  // In the table, a row that was deleted and put back comes after newer rows. So the rows are sorted by
  // revision here.
  const own = (await presentImages(attacked.pool, table)).filter((row) => row['stream'] === stream);
  const [last] = own.toSorted((one, other) => Number(other['revision']) - Number(one['revision']));
  if (last === undefined) throw new Error('an agreement has no event');
  const [forged] = disguisedAfter(eventOf(last), TEST_LOG, disguise, [
    { type: 'NdaErased.v1', open: { reason: 'admin' } },
  ]);
  if (forged === undefined) throw new Error('nothing was forged');
  return {
    ...forged,
    position: await next(attacked.pool, 'event_store.events_position_seq'),
    data: bytes(forged.data),
    metadata: bytes(forged.metadata),
  };
}

const eventOf = (row: Image): PlacedEvent => ({
  stream: String(row['stream']),
  revision: Number(row['revision']),
  id: String(row['id']),
  type: String(row['type']),
  data: bytesOf(row['data']),
  metadata: bytesOf(row['metadata']),
});

/**
 * Makes an attack with events that look like erasures, in each disguise. The attack also deletes the checkpoints
 * of the reactions and of the start, so that all events are read again.
 */
async function forgedErasures(attacked: Attacked): Promise<Attack> {
  const table = tableOf(attacked, 'event_store.events');
  // Somebody who writes rows can drop a constraint.
  await acceptUnmarked(attacked.pool);
  const put: Image[] = [];
  for (const [n, disguise] of DISGUISES.entries())
    put.push(await forgedErasure(attacked, table, disguise, WITH_KEYS[n]));
  return {
    what: 'events that nobody recorded look like erasures',
    table,
    gone: [],
    put,
    also: "DELETE FROM checkpoints WHERE name LIKE 'reaction:%' OR name LIKE 'start:%'",
    stays: true,
  };
}

/** Attacks on a running service. */
export const KNOWN_WHILE_RUNNING: readonly KnownAttack[] = [inventedLeaf, discardingJob];
/** Attacks that are made while no backend runs. They once succeeded, because a start believed the rows. */
export const KNOWN_THROUGH_STARTS: readonly KnownAttack[] = [buriedKey, forgedErasures];
