import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filled by the rebuild for which the projection's version was raised. */
export class OrderNumbers1795000005000 implements MigrationInterface {
  readonly name = 'OrderNumbers1795000005000';

  async up(runner: QueryRunner): Promise<void> {
    for (const party of [1, 2]) {
      const column = `party${party}_order_number`;
      await runner.query(`ALTER TABLE ndas ADD COLUMN ${column} text NOT NULL DEFAULT ''`);
      await runner.query(`ALTER TABLE ndas ALTER COLUMN ${column} DROP DEFAULT`);
      await runner.query(`CREATE INDEX ndas_${column} ON ndas (${column})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const party of [1, 2]) await runner.query(`ALTER TABLE ndas DROP COLUMN party${party}_order_number`);
  }
}
