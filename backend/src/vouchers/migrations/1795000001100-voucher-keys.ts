import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** An index for finding vouchers whose key must still be destroyed without reading the other vouchers. */
export class VoucherKeys1795000001100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vouchers ADD COLUMN key_destroyed_at timestamptz');
    await runner.query('CREATE INDEX vouchers_key_destroyed_at ON vouchers (key_destroyed_at)');
  }
}
