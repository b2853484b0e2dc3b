import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { ndaStream } from '#src/nda/nda.events';
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

/**
 * Makes an attack with an unreadable event. Code that reads only the type of the event takes the event for an
 * erasure. The attack also deletes the checkpoints of the reactions and of the start, so that all events are
 * read again.
 */
async function forgedErasure(attacked: Attacked): Promise<Attack> {
  const table = tableOf(attacked, 'event_store.events');
  const stream = ndaStream(draftOf(attacked, 'victim'));
  // In the table, a row that was deleted and put back comes after newer rows. So the rows are sorted by
  // revision here.
  const own = (await presentImages(attacked.pool, table)).filter((row) => row['stream'] === stream);
  const [last] = own.toSorted((one, other) => Number(other['revision']) - Number(one['revision']));
  if (last === undefined) throw new Error('a draft has no event');
  const forged = {
    ...last,
    position: await next(attacked.pool, 'event_store.events_position_seq'),
    revision: Number(last['revision']) + 1,
    id: randomUUID(),
    type: 'NdaErased.v1',
    data: bytes(Buffer.from('{"open":{"reason":"admin"}}')),
    metadata: bytes(Buffer.from('{}')),
  };
  const forgotten = "DELETE FROM checkpoints WHERE name LIKE 'reaction:%' OR name LIKE 'start:%'";
  return {
    what: 'an event that nobody recorded looks like an erasure',
    table,
    gone: [],
    put: [forged],
    also: forgotten,
    stays: true,
  };
}

/** Attacks on a running service. */
export const KNOWN_WHILE_RUNNING: readonly KnownAttack[] = [inventedLeaf, discardingJob];
/** Attacks that are made while no backend runs. They once succeeded, because a start believed the rows. */
export const KNOWN_THROUGH_STARTS: readonly KnownAttack[] = [buriedKey, forgedErasure];
