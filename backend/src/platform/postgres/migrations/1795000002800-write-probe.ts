import type { QueryRunner } from 'typeorm';
import { Migration } from '../migration.js';

export class WriteProbe1795000002800 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE write_probe (
        single boolean NOT NULL,
        written_at timestamp with time zone NOT NULL,
        CONSTRAINT write_probe_pkey PRIMARY KEY (single)
      )`,
    );
  }
}
