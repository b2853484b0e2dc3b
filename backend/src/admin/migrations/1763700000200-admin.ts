import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Admin1763700000200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE login_attempts (
        address text NOT NULL,
        failures integer NOT NULL,
        last_at timestamp with time zone NOT NULL,
        known boolean NOT NULL,
        CONSTRAINT login_attempts_pkey PRIMARY KEY (address)
      )`);
    await runner.query(`
      CREATE TABLE vouchers (
        id text NOT NULL,
        revision integer NOT NULL,
        category text NOT NULL,
        is_used boolean NOT NULL,
        used_at timestamp with time zone,
        used_by_nda_id uuid,
        expires_at timestamp with time zone NOT NULL,
        created_at timestamp with time zone NOT NULL,
        deleted_at timestamp with time zone,
        sealed jsonb NOT NULL,
        CONSTRAINT vouchers_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX vouchers_created_at ON vouchers (created_at, id)');
  }
}
