import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';
import { hasLivingKey } from '../../vault/key-table.js';

/**
 * Deletes mails of NDAs whose erasure did not yet clear the mailbox. Their keys are gone, so nobody can read
 * them.
 */
export class MailsOfErasedNdas1795000001200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM mailbox_messages WHERE NOT ${hasLivingKey('mailbox_messages.subject_stream')}`,
    );
  }
}
