import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/** A start goes by the checkpoints of the reactions that erase; it had one of its own. */
export class AppliedErasures1795000001600 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM checkpoints WHERE name = 'applied-erasures'`);
  }
}
