import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SigningLinks1795000000700 implements MigrationInterface {
  name = 'SigningLinks1795000000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE signing_links (
        id uuid NOT NULL, revision integer NOT NULL, token_hashes jsonb NOT NULL, used_at timestamptz,
        CONSTRAINT signing_links_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX signing_links_token_hashes ON signing_links USING gin (token_hashes)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE signing_links');
  }
}
