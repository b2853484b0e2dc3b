import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/** Removes the checkpoint that starts had of their own: they now use those of the reactions that erase. */
export class AppliedErasures1795000001600 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM checkpoints WHERE name = 'applied-erasures'`);
  }
}
