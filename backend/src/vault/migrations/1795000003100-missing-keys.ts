import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Streams whose keys a database that was put back lacks. */
export class MissingKeys1795000003100 implements MigrationInterface {
  readonly name = 'MissingKeys1795000003100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "missing_keys" (
        "subject" text NOT NULL,
        "found_at" timestamp with time zone NOT NULL DEFAULT now(),
        CONSTRAINT "missing_keys_pkey" PRIMARY KEY ("subject")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "missing_keys"');
  }
}
