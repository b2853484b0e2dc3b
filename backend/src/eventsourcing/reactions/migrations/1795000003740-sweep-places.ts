import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * Adds the table that stores how far a sweep in rounds has come. After a restart the sweep continues there.
 */
export class SweepPlaces1795000003740 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "sweep_places" (
        "sweep" text NOT NULL,
        "place" text,
        CONSTRAINT "sweep_places_pkey" PRIMARY KEY ("sweep")
      )`);
  }
}
