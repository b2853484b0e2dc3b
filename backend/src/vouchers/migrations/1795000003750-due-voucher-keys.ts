import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Vouchers whose retention is over are read in pages. Many expire in the same millisecond, so the order also
 * needs the id.
 */
export class DueVoucherKeys1795000003750 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX vouchers_used_key');
    await runner.query('DROP INDEX vouchers_unused_key');
    await runner.query(
      `CREATE INDEX vouchers_used_key ON vouchers (used_at, id)
       WHERE used_at IS NOT NULL AND deleted_at IS NULL AND key_destroyed_at IS NULL`,
    );
    await runner.query(
      `CREATE INDEX vouchers_unused_key ON vouchers (expires_at, id)
       WHERE used_at IS NULL AND deleted_at IS NULL AND key_destroyed_at IS NULL`,
    );
  }
}
