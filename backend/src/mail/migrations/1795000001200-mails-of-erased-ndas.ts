import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';
import { keyLives } from '../../vault/key-table.js';

/** Mails of NDAs that were erased before the mailbox took part in erasures: nobody can read them any more. */
export class MailsOfErasedNdas1795000001200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM mailbox_messages WHERE NOT ${keyLives('mailbox_messages.subject_stream')}`,
    );
  }
}
