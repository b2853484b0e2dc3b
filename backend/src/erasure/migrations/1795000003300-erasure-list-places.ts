import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Table for the points up to which this database was compared with each list of erasures. */
export class ErasureListPlaces1795000003300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "erasure_list_places" (
        "mark" uuid NOT NULL,
        "bytes" bigint NOT NULL,
        "lines" integer NOT NULL,
        "destruction" bigint NOT NULL,
        "made_at" timestamp with time zone NOT NULL DEFAULT now(),
        CONSTRAINT "erasure_list_places_pkey" PRIMARY KEY ("mark")
      )`);
  }
}
