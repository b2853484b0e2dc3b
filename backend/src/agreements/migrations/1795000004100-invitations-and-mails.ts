import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

const COLUMNS = {
  invitations: 'integer NOT NULL DEFAULT 0',
  addresses: 'integer NOT NULL DEFAULT 1',
  reminders_declined: 'boolean NOT NULL DEFAULT false',
  disputes: "jsonb NOT NULL DEFAULT '[]'",
  mail: `jsonb NOT NULL DEFAULT '{"problems":[],"accepted":[],"outdated":[]}'`,
};

/** The projection's version was raised, so that a rebuild fills the columns. */
export class InvitationsAndMails1795000004100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ndas ADD COLUMN invitation_opened_at timestamptz');
    await runner.query('ALTER TABLE ndas ADD COLUMN last_reminder_at timestamptz');
    for (const [name, definition] of Object.entries(COLUMNS)) {
      await runner.query(`ALTER TABLE ndas ADD COLUMN ${name} ${definition}`);
      await runner.query(`ALTER TABLE ndas ALTER COLUMN ${name} DROP DEFAULT`);
    }
  }
}
