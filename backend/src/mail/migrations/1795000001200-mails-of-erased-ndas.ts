import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';
import { hasLivingKey } from '../../vault/key-table.js';

/**
 * Deletes mails of NDAs that an earlier version erased, because that version did not clear the mailbox. The
 * keys of these NDAs are gone, so nobody can read their mails.
 */
export class MailsOfErasedNdas1795000001200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM mailbox_messages WHERE NOT ${hasLivingKey('mailbox_messages.subject_stream')}`,
    );
  }
}
