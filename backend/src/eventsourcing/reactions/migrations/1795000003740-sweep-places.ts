import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * Adds a table for the sweeps that work in rounds. The table stores the id that each of these sweeps has
 * reached. After a restart, a sweep continues after its id.
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
