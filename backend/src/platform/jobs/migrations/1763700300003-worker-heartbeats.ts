import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

export class WorkerHeartbeats1763700300003 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE worker_heartbeats (
        worker_id text NOT NULL,
        backend uuid NOT NULL,
        seen_at timestamp with time zone NOT NULL,
        CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (worker_id)
      )`);
  }
}
