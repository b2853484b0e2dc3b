import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Adds the attempt's id, by which an attempt recognises its own beginning if the database's answer was lost.
 */
export class BeginnersOfMails1795000002700 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "begun_by" uuid');
  }
}
