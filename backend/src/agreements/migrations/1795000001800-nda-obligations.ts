import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * The indexes find owed work without reading finished NDAs. The projection's version was raised, so that a
 * rebuild fills the new columns.
 */
export class NdaObligations1795000001800 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN delivery_owed boolean NOT NULL DEFAULT false');
    await runner.query('ALTER TABLE ndas ALTER COLUMN delivery_owed DROP DEFAULT');
    await runner.query('ALTER TABLE ndas ADD COLUMN legal_hold_since timestamptz');
    await runner.query('DROP INDEX ndas_owed');
    await runner.query(
      `CREATE INDEX ndas_drafts_to_erase ON ndas (created_at, id) WHERE status = 'draft' AND legal_hold_since IS NULL`,
    );
    await runner.query(
      "CREATE INDEX ndas_living_drafts ON ndas (id) WHERE status = 'draft' AND NOT discarded",
    );
    await runner.query('CREATE INDEX ndas_replacing ON ndas (created_at) WHERE replaces IS NOT NULL');
    await runner.query('CREATE INDEX ndas_delivery_owed ON ndas (id) WHERE delivery_owed');
    await runner.query(
      `CREATE INDEX ndas_payment_open ON ndas (id)
       WHERE party1_open_attempt IS NOT NULL OR party2_open_attempt IS NOT NULL`,
    );
  }
}
