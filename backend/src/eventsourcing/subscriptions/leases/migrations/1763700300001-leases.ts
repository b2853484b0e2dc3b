import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../../platform/postgres/migration.js';

export class Leases1763700300001 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE leases (
        name text NOT NULL,
        holder uuid NOT NULL,
        epoch bigint NOT NULL,
        expires_at timestamp with time zone NOT NULL,
        CONSTRAINT leases_pkey PRIMARY KEY (name)
      )`);
  }
}
