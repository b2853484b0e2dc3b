import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class VoucherParty1795000000900 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vouchers ADD COLUMN used_by_party smallint');
  }
}
