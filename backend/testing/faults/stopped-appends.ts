import type { Pool } from 'pg';
import { endStopped, stoppedNow, type StoppedEnd } from './stopped-statement.js';

/** An append that is stopped right before its commit, until `end` is called. */
export interface StoppedAppend {
  /** The event's wire name, and the number of events of that type that its stream had before. */
  readonly event: string;
  /** Name of the backend, from its url (`urlOf`). */
  readonly backend: string;
  /**
   * Commits the append or rolls it back. Must be called when its backend is dead, so that the backend never
   * learns the outcome.
   */
  end(how: StoppedEnd): Promise<void>;
}

const STOP = `CREATE FUNCTION stop_append() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE name text;
  BEGIN
    IF NOT EXISTS (SELECT FROM stopped_streams s WHERE s.stream = NEW.stream) THEN RETURN NULL; END IF;
    SELECT format('%s %s', NEW.type, count(*)) INTO name FROM event_store.events e
      WHERE e.stream = NEW.stream AND e.type = NEW.type AND e.revision < NEW.revision;
    LOOP
      EXIT WHEN EXISTS (SELECT FROM passed_appends p WHERE p.event = name);
      PERFORM set_config('application_name', format('stopped %s %s', current_setting('siegel.backend'), name), false);
      PERFORM pg_sleep(0.005);
    END LOOP;
    -- A backend that lives on works on by the same connection.
    PERFORM set_config('application_name', '', false);
    RETURN NULL;
  END $$`;

const STATEMENTS = [
  'CREATE TABLE stopped_streams (stream text PRIMARY KEY)',
  'CREATE TABLE passed_appends (event text PRIMARY KEY)',
  STOP,
  `CREATE CONSTRAINT TRIGGER stop_append AFTER INSERT ON event_store.events
     DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stop_append()`,
];

function namedBy(name: string): { backend: string; event: string } | undefined {
  const [, backend, event] = /^stopped (\w+) (.+)$/.exec(name) ?? [];
  return backend === undefined || event === undefined ? undefined : { backend, event };
}

/**
 * Stops each append to a stream once, before its commit, so that the backend that makes the append can be
 * killed at that moment. A trigger waits in a loop, and reports this by `application_name`.
 */
export class StoppedAppends {
  /** @param pool connection pool for a database that has the event store's tables */
  constructor(private readonly pool: Pool) {}

  /**
   * Returns a database url that contains the backend's name, which must be one word. The name identifies the
   * appends of the backend.
   */
  static urlOf(databaseUrl: string, backend: string): string {
    const url = new URL(databaseUrl);
    url.searchParams.set('options', `-c siegel.backend=${backend}`);
    return url.href;
  }

  async install(): Promise<void> {
    for (const statement of STATEMENTS) await this.pool.query(statement);
  }

  /** From now on stops the appends to this stream, and to no other. */
  async stop(stream: string): Promise<void> {
    await this.pool.query('TRUNCATE stopped_streams, passed_appends');
    await this.pool.query('INSERT INTO stopped_streams VALUES ($1)', [stream]);
  }

  /** Returns an append that is now stopped, if there is one. */
  async next(): Promise<StoppedAppend | undefined> {
    const stopped = await stoppedNow(this.pool);
    const named = stopped && namedBy(stopped.name);
    if (stopped === undefined || named === undefined) return undefined;
    return {
      ...named,
      end: async (how) => {
        await endStopped(this.pool, stopped, how, async (name) => this.pass(namedBy(name)?.event ?? ''));
        await this.pass(named.event);
      },
    };
  }

  private async pass(event: string): Promise<void> {
    await this.pool.query('INSERT INTO passed_appends VALUES ($1) ON CONFLICT DO NOTHING', [event]);
  }
}
