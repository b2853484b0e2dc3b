import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Adds the id of the attempt. If the database's response was lost, the attempt recognises by this id that it
 * has already begun.
 */
export class BeginnersOfMails1795000002700 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "begun_by" uuid');
  }
}
