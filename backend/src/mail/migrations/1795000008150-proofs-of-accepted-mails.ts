import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An accepted mail is one of which this service says so. */
export class ProofsOfAcceptedMails1795000008150 implements MigrationInterface {
  readonly name = 'ProofsOfAcceptedMails1795000008150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "proof" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" DROP COLUMN "proof"');
  }
}
