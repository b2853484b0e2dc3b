import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Obligations1795000004700 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE obligations (
        id uuid NOT NULL, revision integer NOT NULL, open_until timestamptz, open jsonb NOT NULL,
        over jsonb NOT NULL, ids jsonb NOT NULL, standing jsonb NOT NULL,
        CONSTRAINT obligations_pkey PRIMARY KEY (id)
      )`);
    await runner.query(
      'CREATE INDEX obligations_open ON obligations (open_until) WHERE open_until IS NOT NULL',
    );
    await runner.query(
      "CREATE INDEX obligations_ids ON obligations USING gin (ids) WHERE ids <> '[]'::jsonb",
    );
  }
}
