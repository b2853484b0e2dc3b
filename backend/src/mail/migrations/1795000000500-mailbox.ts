import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Mailbox1795000000500 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "mailbox_messages" (
        "id" uuid NOT NULL,
        "message_key" text NOT NULL,
        "subject_stream" text NOT NULL,
        "sealed" bytea NOT NULL,
        "sent_at" timestamp with time zone NOT NULL,
        CONSTRAINT "mailbox_messages_pkey" PRIMARY KEY ("id")
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX "mailbox_messages_message_key" ON "mailbox_messages" ("message_key")',
    );
    await runner.query(
      'CREATE INDEX "mailbox_messages_subject_stream" ON "mailbox_messages" ("subject_stream")',
    );
    await runner.query('CREATE INDEX "mailbox_messages_sent_at" ON "mailbox_messages" ("sent_at")');
  }
}
