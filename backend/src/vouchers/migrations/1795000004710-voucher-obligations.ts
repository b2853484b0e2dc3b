import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * A rebuild of the projection fills the new columns. The projection's version was raised to cause the
 * rebuild.
 */
export class VoucherObligations1795000004710 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vouchers ADD COLUMN redeemed_by_event uuid');
    await runner.query('ALTER TABLE vouchers ADD COLUMN ended_by_event uuid');
  }
}
