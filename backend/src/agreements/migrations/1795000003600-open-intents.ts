import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** The projection's version was raised, so that a rebuild fills the columns. */
export class OpenIntents1795000003600 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN party1_open_intent_id text');
    await runner.query('ALTER TABLE ndas ADD COLUMN party2_open_intent_id text');
  }
}
