import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class AuditedNdas1795000006110 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audited_ndas (
        id uuid NOT NULL, revision integer NOT NULL, status text NOT NULL, created_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL, erased_at timestamptz,
        CONSTRAINT audited_ndas_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX audited_ndas_created ON audited_ndas (created_at, id)');
    await runner.query(
      'CREATE INDEX audited_ndas_by_status ON audited_ndas (status, created_at, id) WHERE erased_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX audited_ndas_erased ON audited_ndas (created_at, id) WHERE erased_at IS NOT NULL',
    );
  }
}
