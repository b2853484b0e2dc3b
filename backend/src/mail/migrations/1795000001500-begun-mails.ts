import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A message whose fate is unknown is known to be one. */
export class BegunMails1795000001500 implements MigrationInterface {
  readonly name = 'BegunMails1795000001500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ALTER COLUMN "accepted_at" DROP NOT NULL');
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "begun_at" timestamp with time zone');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM "accepted_mails" WHERE "accepted_at" IS NULL');
    await runner.query('ALTER TABLE "accepted_mails" DROP COLUMN "begun_at"');
    await runner.query('ALTER TABLE "accepted_mails" ALTER COLUMN "accepted_at" SET NOT NULL');
  }
}
