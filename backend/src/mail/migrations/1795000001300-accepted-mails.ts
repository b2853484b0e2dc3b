import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AcceptedMails1795000001300 implements MigrationInterface {
  readonly name = 'AcceptedMails1795000001300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "accepted_mails" (
        "message_id" text NOT NULL,
        "accepted_at" timestamp with time zone NOT NULL,
        CONSTRAINT "accepted_mails_pkey" PRIMARY KEY ("message_id")
      )`);
    await runner.query('CREATE INDEX "accepted_mails_accepted_at" ON "accepted_mails" ("accepted_at")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "accepted_mails"');
  }
}
