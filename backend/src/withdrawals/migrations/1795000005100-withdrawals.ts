import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Withdrawals1795000005100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE withdrawals (
        id uuid NOT NULL, revision integer NOT NULL, number text NOT NULL, declared_at timestamptz NOT NULL,
        declared_by_event uuid NOT NULL, receipt_owed boolean NOT NULL, receipt_sent_at timestamptz,
        attempts integer NOT NULL, last_error text, next_try_at timestamptz, closed_at timestamptz,
        key_destroyed_at timestamptz, sealed jsonb NOT NULL,
        CONSTRAINT withdrawals_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX withdrawals_declared_by ON withdrawals (declared_by_event)');
    await runner.query(
      'CREATE INDEX withdrawals_open ON withdrawals (declared_at, id) WHERE closed_at IS NULL',
    );
    await runner.query('CREATE INDEX withdrawals_receipt_owed ON withdrawals (id) WHERE receipt_owed');
    await runner.query(
      'CREATE INDEX withdrawals_key ON withdrawals (declared_at, id) WHERE key_destroyed_at IS NULL',
    );
  }
}
