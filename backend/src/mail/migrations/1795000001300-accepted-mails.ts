import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class AcceptedMails1795000001300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "accepted_mails" (
        "message_id" text NOT NULL,
        "accepted_at" timestamp with time zone NOT NULL,
        CONSTRAINT "accepted_mails_pkey" PRIMARY KEY ("message_id")
      )`);
    await runner.query('CREATE INDEX "accepted_mails_accepted_at" ON "accepted_mails" ("accepted_at")');
  }
}
