import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';
import type { EndsOlderPrograms } from '../../platform/postgres/migrate.js';

/**
 * Removes the agreement's hash from the rows (rule:agreement-commitment). All existing rows come from events
 * of version 1. The commitment in these events has no salt. Older programs write neither the new column nor
 * events of format 2.
 */
export class AgreementCommitment1795000003500 extends Migration implements EndsOlderPrograms {
  readonly generation = 2;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN agreement_commitment text');
    await runner.query(
      "UPDATE ndas SET agreement_commitment = encode(sha256(decode(agreement_hash, 'hex')), 'hex')",
    );
    await runner.query('ALTER TABLE ndas ALTER COLUMN agreement_commitment SET NOT NULL');
    await runner.query('ALTER TABLE ndas DROP COLUMN agreement_hash');
  }
}
