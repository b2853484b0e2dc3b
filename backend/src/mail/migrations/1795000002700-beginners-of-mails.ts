import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Adds the id of the attempt that began to send the message. If the database's response gets lost, the
 * attempt repeats its statement. It then finds its own id in the row, so it knows that it has already begun.
 */
export class BeginnersOfMails1795000002700 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "begun_by" uuid');
  }
}
