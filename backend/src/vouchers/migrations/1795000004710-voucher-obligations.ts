import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filled by the rebuild for which the projection's version was raised. */
export class VoucherObligations1795000004710 implements MigrationInterface {
  readonly name = 'VoucherObligations1795000004710';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE vouchers ADD COLUMN redeemed_by_event uuid');
    await runner.query('ALTER TABLE vouchers ADD COLUMN ended_by_event uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['ended_by_event', 'redeemed_by_event'])
      await runner.query(`ALTER TABLE vouchers DROP COLUMN ${name}`);
  }
}
