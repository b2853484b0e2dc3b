import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';
import { hasLivingKey } from '../../vault/key-table.js';

/**
 * Deletes mails of erased NDAs from the mailbox. An earlier version erased NDAs without deleting their mails.
 * Nobody can read these mails, because their keys were destroyed.
 */
export class MailsOfErasedNdas1795000001200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM mailbox_messages WHERE NOT ${hasLivingKey('mailbox_messages.subject_stream')}`,
    );
  }
}
