import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AdminSessions1763700000110 implements MigrationInterface {
  readonly name = 'AdminSessions1763700000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE admin_sessions (
        id text NOT NULL,
        role text NOT NULL,
        created_at timestamp with time zone NOT NULL,
        last_seen_at timestamp with time zone NOT NULL,
        CONSTRAINT admin_sessions_pkey PRIMARY KEY (id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE admin_sessions');
  }
}
