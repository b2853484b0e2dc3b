import type { MigrationInterface, QueryRunner } from 'typeorm';

export class VoucherParty1795000000900 implements MigrationInterface {
  readonly name = 'VoucherParty1795000000900';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vouchers ADD COLUMN used_by_party smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vouchers DROP COLUMN used_by_party');
  }
}
