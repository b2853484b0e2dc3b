import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Readings1795000005260 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE readings (
        id uuid NOT NULL, revision integer NOT NULL, at timestamptz NOT NULL, role text NOT NULL,
        session text NOT NULL, what text NOT NULL, nda_ids jsonb NOT NULL,
        CONSTRAINT readings_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX readings_nda_ids ON readings USING gin (nda_ids)');
  }
}
