import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../../platform/postgres/migration.js';

/** Adds the table that records which event store the backends write to. The first start fills it. */
export class StoreInUse1795000003400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "store_in_use" (
        "single" boolean NOT NULL DEFAULT true,
        "store_id" text NOT NULL,
        "epoch" bigint NOT NULL,
        "moving" boolean NOT NULL DEFAULT false,
        CONSTRAINT "store_in_use_pkey" PRIMARY KEY ("single")
      )`);
  }
}
