import type { Pool, PoolClient } from 'pg';
import { CopyRefused } from '../event-store/copy/copy-events.js';
import { eventsOf } from '../event-store/copy/events-of.js';
import type { EventStore, Position } from '../event-store/event-store.js';
import { transaction } from '../../platform/postgres/pool.js';
import { type Checkpoint, readCheckpoints, SHADOW_SUFFIX } from './checkpoints.js';

/**
 * Moves every checkpoint from the original log to the corresponding position in a copy of the log. Without
 * this, work would be done twice: the service could send a second mail or make a second charge. A position is
 * only valid in its own store. So this function reads the id of the event after the checkpoint, and finds the
 * event with this id in the copy. All checkpoints move in one transaction. Checkpoints that already belong to
 * the target are not changed.
 * @param within other work to do in the same transaction
 * @returns the number of translated checkpoints
 * @throws CopyRefused if a checkpoint belongs to neither store
 */
export async function translateCheckpoints(
  pool: Pool,
  from: EventStore,
  to: EventStore,
  streamPrefixes: readonly string[],
  within: (client: PoolClient) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const [source, target] = await Promise.all([from.storeId(), to.storeId()]);
  const checkpoints = (await readCheckpoints(pool)).filter(({ name }) => !name.endsWith(SHADOW_SUFFIX));
  const foreign = checkpoints.find(({ storeId }) => storeId !== source && storeId !== target);
  if (foreign !== undefined)
    throw new CopyRefused(
      `The place of '${foreign.name}' in the log belongs to neither of the two stores. Check --from and --to.`,
    );
  const moving = checkpoints.filter(({ storeId }) => storeId === source);
  const next = new Map<string, string | undefined>();
  for (const { name, position } of moving) {
    if (position !== undefined)
      next.set(name, (await eventsOf(from, streamPrefixes, position).next()).value?.id);
  }
  const before = await positionsBefore(to, streamPrefixes, new Set(next.values()));
  const placeOf = (name: string): Position | undefined =>
    next.has(name) ? before.get(next.get(name)) : undefined;
  await transaction(pool, async (client) => {
    await within(client);
    await move(client, moving, target, placeOf);
  });
  return moving.length;
}

/**
 * Returns, for each of these events, the position of the event before it. The key `undefined` holds the
 * position of the last event.
 */
async function positionsBefore(
  store: EventStore,
  streamPrefixes: readonly string[],
  ids: ReadonlySet<string | undefined>,
): Promise<Map<string | undefined, Position | undefined>> {
  const before = new Map<string | undefined, Position | undefined>();
  let last: Position | undefined;
  for await (const event of eventsOf(store, streamPrefixes)) {
    if (ids.has(event.id)) before.set(event.id, last);
    last = event.position;
  }
  return before.set(undefined, last);
}

async function move(
  client: PoolClient,
  checkpoints: readonly Checkpoint[],
  target: string,
  placeOf: (name: string) => Position | undefined,
): Promise<void> {
  for (const { name, position, storeId } of checkpoints) {
    const { rowCount } = await client.query(
      `UPDATE checkpoints SET position = $2, store_id = $3, updated_at = clock_timestamp()
       WHERE name = $1 AND store_id = $4 AND position IS NOT DISTINCT FROM $5`,
      [name, placeOf(name) ?? null, target, storeId, position ?? null],
    );
    if (rowCount !== 1)
      throw new CopyRefused(
        `The place of '${name}' in the log moved meanwhile, so a backend is running. Stop every backend, then run this again.`,
      );
  }
}
