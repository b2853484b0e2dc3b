import type { ClientBase, Pool } from 'pg';
import { pause } from '../../../platform/async/pause.js';
import { hasCode } from '../../../platform/errors/has-code.js';
import type { Logger } from '../../../platform/logging/logger.js';
import { transaction } from '../../../platform/postgres/pool.js';

/**
 * Name of the constraint that refuses events without a MAC. A program of a version before APPEND_KEY
 * therefore cannot append to this log. Existing rows are not checked, because events from before APPEND_KEY
 * have no MAC. The constraint only looks for the member `mac` at its place. Whether the MAC is right is
 * checked when the event is read (trust/authenticate.ts), because anyone who writes rows can drop the
 * constraint.
 */
const MARKED = 'events_are_marked';

/**
 * The metadata end with the member `mac`, whose value always has 52 characters: the name of a key, a dot, and
 * 43 characters of base64url. A comparison at a fixed place takes no search.
 */
const [MEMBER, FROM_END] = [',"mac":"', 62];
const CONDITION = `substr(metadata, length(metadata) - ${FROM_END - 1}, ${MEMBER.length}) = '\\x${Buffer.from(MEMBER).toString('hex')}'::bytea`;

/** True if the metadata end with a MAC, as the constraint demands. */
export const isMarked = (metadata: Uint8Array): boolean =>
  Buffer.from(metadata.subarray(-FROM_END).subarray(0, MEMBER.length)).toString('latin1') === MEMBER;

/**
 * Milliseconds for which a start waits for the lock on the table, again and again. Every append waits behind it.
 * In between, a program that reads the table for a long time, such as pg_dump, hinders nobody.
 */
const LOCK_MS = 1_000;
const PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

type Database = Pick<Pool | ClientBase, 'query'>;

/** True if the database has a log and the log refuses events without a MAC. */
export async function refusesUnmarked(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_constraint
       WHERE conrelid = to_regclass('event_store.events') AND conname = $1) AS there`,
    [MARKED],
  );
  return rows[0]?.there === true;
}

/** Refuses events without a MAC from now on. The caller makes sure that nobody else does this at once. */
export async function refuseUnmarked(db: Database): Promise<void> {
  if (await refusesUnmarked(db)) return;
  await db.query(`ALTER TABLE event_store.events ADD CONSTRAINT ${MARKED} CHECK (${CONDITION}) NOT VALID`);
}

/** Like `refuseUnmarked`, but appends go on while another program keeps the table locked. */
export async function refuseUnmarkedInTurns(pool: Pool, logger: Pick<Logger, 'warn'>): Promise<void> {
  for (let tries = 1; !(await refusesUnmarked(pool)); tries += 1)
    try {
      await transaction(pool, async (client) => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
        await client.query('LOCK TABLE event_store.events IN ACCESS EXCLUSIVE MODE');
        await refuseUnmarked(client);
      });
    } catch (error) {
      if (!hasCode(error, LOCK_NOT_AVAILABLE)) throw error;
      if (tries === 1)
        logger.warn(
          {},
          'The start waits for the table event_store.events, because another program keeps it locked. Probably a pg_dump is running: the start goes on when it has ended.',
        );
      await pause(PAUSE_MS);
    }
}

/**
 * Accepts events without a MAC again. A copy needs this, because a log may have events from before APPEND_KEY.
 * The next backend that opens the log refuses them again.
 */
export async function acceptUnmarked(db: Database): Promise<void> {
  if (await refusesUnmarked(db)) await db.query(`ALTER TABLE event_store.events DROP CONSTRAINT ${MARKED}`);
}
