import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * An index of the vouchers whose key must still be destroyed, so that a query finds them without reading
 * other vouchers.
 */
export class VoucherKeys1795000001100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vouchers ADD COLUMN key_destroyed_at timestamptz');
    await runner.query('CREATE INDEX vouchers_key_destroyed_at ON vouchers (key_destroyed_at)');
  }
}
