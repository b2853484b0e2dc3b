import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Leases1763700300001 implements MigrationInterface {
  readonly name = 'Leases1763700300001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE leases (
        name text NOT NULL,
        holder uuid NOT NULL,
        epoch bigint NOT NULL,
        expires_at timestamp with time zone NOT NULL,
        CONSTRAINT leases_pkey PRIMARY KEY (name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE leases');
  }
}
