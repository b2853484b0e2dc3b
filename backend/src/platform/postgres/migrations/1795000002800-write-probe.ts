import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WriteProbe1795000002800 implements MigrationInterface {
  readonly name = 'WriteProbe1795000002800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE write_probe (
        single boolean NOT NULL,
        written_at timestamp with time zone NOT NULL,
        CONSTRAINT write_probe_pkey PRIMARY KEY (single)
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE write_probe');
  }
}
