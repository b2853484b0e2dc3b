import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Indexes that find owed work without reading finished work:
 * - recently redeemed vouchers
 * - vouchers that still have their key, in one index for each way in which a voucher ends
 * - addresses that tried to log in, by the time at which they are forgotten
 */
export class OwedVoucherWork1795000001900 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX vouchers_key_destroyed_at');
    await runner.query('CREATE INDEX vouchers_used_at ON vouchers (used_at) WHERE is_used');
    await runner.query(
      'CREATE INDEX vouchers_deleted_key ON vouchers (id) WHERE deleted_at IS NOT NULL AND key_destroyed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX vouchers_used_key ON vouchers (used_at) WHERE used_at IS NOT NULL AND key_destroyed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX vouchers_unused_key ON vouchers (expires_at) WHERE used_at IS NULL AND key_destroyed_at IS NULL',
    );
    await runner.query('CREATE INDEX login_attempts_last_at ON login_attempts (known, last_at)');
  }
}
