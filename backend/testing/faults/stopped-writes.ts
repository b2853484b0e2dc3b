import type { Pool } from 'pg';
import { endStopped, stoppedNow, type StoppedEnd } from './stopped-statement.js';

/** A write that is stopped right before its commit. */
export interface StoppedWrite {
  /**
   * Description of the write. It consists of the end of the subject's name, then the operation, the table and
   * the kind of row. It distinguishes the write from other writes.
   */
  readonly what: string;
  /**
   * Commits the write or rolls it back. Must be called when its program is dead, so that the program never
   * learns the outcome.
   */
  end(how: StoppedEnd): Promise<void>;
}

/**
 * The names of the columns that contain a row's subject and a row's kind, by table. A name is empty if the
 * table has no such column.
 */
const WATCHED = {
  'event_store.events': { subject: 'stream', kind: 'type' },
  vault_keys: { subject: 'subject', kind: '' },
  sealed_blobs: { subject: 'subject', kind: '' },
  mailbox_messages: { subject: 'subject_stream', kind: '' },
  admin_sessions: { subject: 'id', kind: '' },
  erasure_list_places: { subject: '', kind: '' },
  seal_certificates: { subject: '', kind: '' },
} as const;
export type WatchedTable = keyof typeof WATCHED;

/**
 * A row without a subject matches every prefix. The names of writes are cut, because PostgreSQL keeps only 63
 * bytes of an `application_name`.
 */
const STOP = `CREATE FUNCTION stop_write() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    image jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
    subject text := image ->> TG_ARGV[0];
    -- Whoever logs in again has another session.
    tail text := CASE WHEN subject ~ '^(nda|voucher|withdrawal)-' THEN right(subject, 6) END;
    written text := left(concat_ws(' ', tail, TG_OP, TG_TABLE_NAME, image ->> TG_ARGV[1]), 55);
    asked text := current_setting('application_name');
  BEGIN
    IF NOT EXISTS (SELECT FROM stopped_subjects s
        WHERE coalesce(subject, s.prefix) LIKE s.prefix || '%' AND written LIKE '%' || s.of || '%')
      THEN RETURN NULL; END IF;
    LOOP
      EXIT WHEN EXISTS (SELECT FROM passed_writes p WHERE p.what = written);
      PERFORM set_config('application_name', 'stopped ' || written, false);
      PERFORM pg_sleep(0.005);
    END LOOP;
    PERFORM set_config('application_name', asked, false);
    RETURN NULL;
  END $$`;

const whatOf = (name: string): string => name.slice('stopped '.length);

/**
 * Stops writes about some subjects to some tables. Each write is stopped before its commit, so that the
 * program can be killed at that moment.
 */
export class StoppedWrites {
  /** @param pool connection pool for a database that has the watched tables */
  constructor(private readonly pool: Pool) {}

  async install(tables: readonly WatchedTable[]): Promise<void> {
    await this.pool.query('CREATE TABLE stopped_subjects (prefix text PRIMARY KEY, of text)');
    await this.pool.query('CREATE TABLE passed_writes (what text PRIMARY KEY)');
    await this.pool.query(STOP);
    for (const table of tables) {
      const { subject, kind } = WATCHED[table];
      await this.pool.query(
        `CREATE CONSTRAINT TRIGGER stop_write AFTER INSERT OR UPDATE OR DELETE ON ${table}
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stop_write('${subject}', '${kind}')`,
      );
    }
  }

  /**
   * From now on, stops only writes about subjects with these prefixes, and writes to rows without a subject.
   * @param of only writes whose `what` contains this text are stopped; by default all of these writes are
   * stopped
   */
  async stop(prefixes: readonly string[], of = ''): Promise<void> {
    await this.pool.query('TRUNCATE stopped_subjects, passed_writes');
    await this.pool.query('INSERT INTO stopped_subjects SELECT unnest($1::text[]), $2', [prefixes, of]);
  }

  /** Returns a write that is now stopped, if there is one. */
  async next(): Promise<StoppedWrite | undefined> {
    const stopped = await stoppedNow(this.pool);
    if (stopped === undefined) return undefined;
    return {
      what: whatOf(stopped.name),
      end: (how) => endStopped(this.pool, stopped, how, (name) => this.pass(whatOf(name))),
    };
  }

  private async pass(what: string): Promise<void> {
    await this.pool.query('INSERT INTO passed_writes VALUES ($1) ON CONFLICT DO NOTHING', [what]);
  }
}
