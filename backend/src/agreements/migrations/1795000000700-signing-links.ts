import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class SigningLinks1795000000700 extends Migration {
  name = 'SigningLinks1795000000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE signing_links (
        id uuid NOT NULL, revision integer NOT NULL, token_hashes jsonb NOT NULL, used_at timestamptz,
        CONSTRAINT signing_links_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX signing_links_token_hashes ON signing_links USING gin (token_hashes)');
  }
}
