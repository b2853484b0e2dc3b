import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Table for streams whose keys are missing from a restored database. */
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
