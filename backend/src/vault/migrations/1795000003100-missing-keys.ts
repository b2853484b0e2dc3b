import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Streams whose keys a restored database lacks. */
export class MissingKeys1795000003100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "missing_keys" (
        "subject" text NOT NULL,
        "found_at" timestamp with time zone NOT NULL DEFAULT now(),
        CONSTRAINT "missing_keys_pkey" PRIMARY KEY ("subject")
      )`);
  }
}
