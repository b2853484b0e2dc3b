import type { Pool } from 'pg';

/** An event that somebody altered in the database. */
export interface AlteredEvent {
  /** Puts the original bytes back, as `siegel log:repair` does. */
  putBack(): Promise<void>;
}

/** Alters a stored event, so that its stream is closed from this event on. */
export async function alterEvent(
  pool: Pick<Pool, 'query'>,
  stream: string,
  revision: number,
): Promise<AlteredEvent> {
  const { rows } = await pool.query<{ data: Buffer }>(
    'SELECT data FROM event_store.events WHERE stream = $1 AND revision = $2',
    [stream, revision],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`${stream} has no event ${revision}`);
  const write = (data: Buffer): Promise<unknown> =>
    pool.query('UPDATE event_store.events SET data = $3 WHERE stream = $1 AND revision = $2', [
      stream,
      revision,
      data,
    ]);
  await write(Buffer.concat([found.data, Buffer.from(' ')]));
  return { putBack: async () => void (await write(found.data)) };
}
