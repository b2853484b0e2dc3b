import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** The projection's version was raised, so that a rebuild fills the columns. */
export class OrderNumbers1795000005000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const party of [1, 2]) {
      const column = `party${party}_order_number`;
      await runner.query(`ALTER TABLE ndas ADD COLUMN ${column} text NOT NULL DEFAULT ''`);
      await runner.query(`ALTER TABLE ndas ALTER COLUMN ${column} DROP DEFAULT`);
      await runner.query(`CREATE INDEX ndas_${column} ON ndas (${column})`);
    }
  }
}
