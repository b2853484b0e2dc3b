import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/**
 * Adds the table that stores the id that each sweep has reached, for sweeps that work in rounds. After a
 * restart a sweep continues after that id.
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
