import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** The projection's version was raised, so that a rebuild fills the columns. */
export class VoucherObligations1795000004710 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vouchers ADD COLUMN redeemed_by_event uuid');
    await runner.query('ALTER TABLE vouchers ADD COLUMN ended_by_event uuid');
  }
}
