import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * A projection fills the new table, as another projection does for the search index over NDAs. The new
 * indexes on `vouchers` serve the pages of the vouchers of each state.
 */
export class VoucherSearch1795000005270 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE voucher_search_numbers AS bigint MINVALUE 0');
    await runner.query(`
      CREATE TABLE voucher_search (
        id text NOT NULL, revision integer NOT NULL, created_at timestamptz NOT NULL, number bigint NOT NULL,
        recipient_name bigint[] NOT NULL,
        CONSTRAINT voucher_search_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX voucher_search_number ON voucher_search (number)');
    await runner.query(
      'CREATE INDEX voucher_search_pieces ON voucher_search USING gin (recipient_name) WITH (fastupdate = off)',
    );
    await runner.query('CREATE INDEX vouchers_listed ON vouchers (created_at, id) WHERE deleted_at IS NULL');
    await runner.query(
      'CREATE INDEX vouchers_used ON vouchers (created_at, id) WHERE deleted_at IS NULL AND is_used',
    );
    await runner.query(
      'CREATE INDEX vouchers_unused ON vouchers (created_at, id) WHERE deleted_at IS NULL AND NOT is_used',
    );
    await runner.query(
      'CREATE INDEX vouchers_unused_expiry ON vouchers (expires_at) WHERE deleted_at IS NULL AND NOT is_used',
    );
    await runner.query('DROP INDEX vouchers_created_at');
  }
}
