import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filled by the rebuild for which the projection's version was raised. */
export class OpenIntents1795000003600 implements MigrationInterface {
  readonly name = 'OpenIntents1795000003600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN party1_open_intent_id text');
    await runner.query('ALTER TABLE ndas ADD COLUMN party2_open_intent_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas DROP COLUMN party2_open_intent_id');
    await runner.query('ALTER TABLE ndas DROP COLUMN party1_open_intent_id');
  }
}
