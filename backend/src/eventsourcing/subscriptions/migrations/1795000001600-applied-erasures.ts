import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * Removes the checkpoint `applied-erasures`, which only starting backends used. Starting backends now use the
 * checkpoints of the reactions that erase.
 */
export class AppliedErasures1795000001600 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM checkpoints WHERE name = 'applied-erasures'`);
  }
}
