import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WorkerHeartbeats1763700300003 implements MigrationInterface {
  readonly name = 'WorkerHeartbeats1763700300003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE worker_heartbeats (
        worker_id text NOT NULL,
        backend uuid NOT NULL,
        seen_at timestamp with time zone NOT NULL,
        CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (worker_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE worker_heartbeats');
  }
}
