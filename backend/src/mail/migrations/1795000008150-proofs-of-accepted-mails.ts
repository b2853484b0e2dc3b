import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Adds the proof that this service recorded the acceptance of the mail. */
export class ProofsOfAcceptedMails1795000008150 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "accepted_mails" ADD COLUMN "proof" text');
  }
}
