import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An attempt to send a message knows its own beginning again where the answer was lost. */
export class BeginnersOfMails1795000002700 implements MigrationInterface {
  readonly name = 'BeginnersOfMails1795000002700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "begun_by" uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" DROP COLUMN "begun_by"');
  }
}
