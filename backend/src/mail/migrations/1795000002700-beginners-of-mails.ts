import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** An attempt to send a message knows its own beginning again where the answer was lost. */
export class BeginnersOfMails1795000002700 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "begun_by" uuid');
  }
}
