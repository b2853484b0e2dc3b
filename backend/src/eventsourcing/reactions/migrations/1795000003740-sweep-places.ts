import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sweeps that go round go on after a restart where they were. */
export class SweepPlaces1795000003740 implements MigrationInterface {
  readonly name = 'SweepPlaces1795000003740';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "sweep_places" (
        "sweep" text NOT NULL,
        "place" text,
        CONSTRAINT "sweep_places_pkey" PRIMARY KEY ("sweep")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "sweep_places"');
  }
}
