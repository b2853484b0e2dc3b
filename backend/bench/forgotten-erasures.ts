import type { Pool } from 'pg';

/**
 * A database that is put back to before all erasures: it has the keys again, and knows nothing of what was
 * compared since. What the log and the list of erasures say is then due (rule:erasures-survive-a-restore).
 */
export class ForgottenErasures {
  constructor(private readonly pool: Pool) {}

  /** Keeps each key that is destroyed from now on, beside the tables of the service. Safe to repeat. */
  async remember(): Promise<void> {
    await this.pool.query(`
      CREATE SCHEMA IF NOT EXISTS bench;
      CREATE TABLE IF NOT EXISTS bench.kept_keys (
        subject text PRIMARY KEY, wrapped bytea NOT NULL, master_key_id text NOT NULL);
      CREATE OR REPLACE FUNCTION bench.keep_key() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO bench.kept_keys VALUES (OLD.subject, OLD.wrapped, OLD.master_key_id) ON CONFLICT DO NOTHING;
          RETURN NULL;
        END $$;
      CREATE OR REPLACE TRIGGER keep_key AFTER UPDATE ON vault_keys FOR EACH ROW
        WHEN (OLD.wrapped IS NOT NULL AND NEW.destroyed_at IS NOT NULL) EXECUTE FUNCTION bench.keep_key()`);
  }

  /** @returns how many keys live again */
  async forget(): Promise<number> {
    const { rowCount } = await this.pool.query(
      `UPDATE vault_keys SET wrapped = kept.wrapped, master_key_id = kept.master_key_id, destroyed_at = NULL, destruction = NULL
       FROM bench.kept_keys kept WHERE kept.subject = vault_keys.subject`,
    );
    await this.pool.query(
      `DELETE FROM checkpoints WHERE name LIKE 'reaction:erase-key-when-%' OR name LIKE 'start:%'`,
    );
    await this.pool.query('DELETE FROM erasure_list_places');
    return rowCount ?? 0;
  }
}
