import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Indexes for finding agreements whose retention time is over. The projection's version was raised, so that a
 * rebuild fills the new column. Until the rebuild, every row has the time of the migration in this column.
 */
export class AgreementsToErase1795000006710 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN last_party_act_at timestamptz NOT NULL DEFAULT now()');
    await runner.query('ALTER TABLE ndas ALTER COLUMN last_party_act_at DROP DEFAULT');
    await runner.query(
      `CREATE INDEX ndas_completed_to_erase ON ndas (completed_at, id)
       WHERE completed_at IS NOT NULL AND legal_hold_since IS NULL`,
    );
    await runner.query(
      `CREATE INDEX ndas_unfinished_to_erase ON ndas (last_party_act_at, id)
       WHERE status = 'party1_signed' AND legal_hold_since IS NULL`,
    );
  }
}
