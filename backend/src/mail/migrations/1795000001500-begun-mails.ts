import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Adds the time at which an attempt to send a message began. If a message has this time but no time of
 * acceptance, it is unknown whether the provider accepted the message.
 */
export class BegunMails1795000001500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ALTER COLUMN "accepted_at" DROP NOT NULL');
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "begun_at" timestamp with time zone');
  }
}
