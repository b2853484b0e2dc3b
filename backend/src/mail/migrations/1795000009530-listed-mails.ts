import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Adds a column with the mail as the mailbox lists it. With this column, the list no longer reads the
 * attachments of all mails.
 */
export class ListedMails1795000009530 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "mailbox_messages" ADD COLUMN "listed" bytea');
  }
}
