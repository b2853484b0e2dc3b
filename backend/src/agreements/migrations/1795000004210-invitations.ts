import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Invitations1795000004210 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invitations (
        id uuid NOT NULL, revision integer NOT NULL, due_at timestamptz, invite_owed boolean NOT NULL,
        standing jsonb NOT NULL,
        CONSTRAINT invitations_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX invitations_due ON invitations (due_at, id) WHERE due_at IS NOT NULL');
    await runner.query('CREATE INDEX invitations_invite_owed ON invitations (id) WHERE invite_owed');
  }
}
