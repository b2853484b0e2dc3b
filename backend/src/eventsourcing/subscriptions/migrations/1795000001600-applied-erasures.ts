import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A start goes by the checkpoints of the reactions that erase; it had one of its own. */
export class AppliedErasures1795000001600 implements MigrationInterface {
  readonly name = 'AppliedErasures1795000001600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM checkpoints WHERE name = 'applied-erasures'`);
  }

  async down(): Promise<void> {
    // It is made by the first start that looks for it.
  }
}
