import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Table for the serving backends, with the check values of their secrets. */
export class LiveBackends1795000001710 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "live_backends" (
        "id" uuid NOT NULL,
        "known" jsonb NOT NULL,
        "changing" text array NOT NULL,
        "started_at" timestamp with time zone NOT NULL DEFAULT now(),
        "seen_at" timestamp with time zone NOT NULL DEFAULT now(),
        CONSTRAINT "live_backends_pkey" PRIMARY KEY ("id")
      )`);
  }
}
