import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

/** Creates our own job queue, and moves the waiting jobs of the previous queue into it. */
export class Jobs1795000001400 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    // Jobs are inserted and deleted all the time, so vacuuming starts at a fixed number of dead rows, not at
    // a share of all rows.
    await runner.query(`
      CREATE TABLE owed_jobs (
        id bigint GENERATED ALWAYS AS IDENTITY,
        task text NOT NULL,
        key text NOT NULL,
        payload jsonb NOT NULL,
        priority smallint NOT NULL DEFAULT 0,
        run_at timestamp with time zone NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        again boolean NOT NULL DEFAULT false,
        worker uuid,
        taken_at timestamp with time zone,
        takes integer NOT NULL DEFAULT 0,
        error text,
        CONSTRAINT owed_jobs_pkey PRIMARY KEY (id),
        CONSTRAINT owed_jobs_key UNIQUE (key)
      ) WITH (
        autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000)`);
    await runner.query(
      'CREATE INDEX owed_jobs_waiting ON owed_jobs (task, priority, run_at) WHERE worker IS NULL',
    );
    await runner.query('CREATE INDEX owed_jobs_taken ON owed_jobs (worker) WHERE worker IS NOT NULL');
    await runner.query('DELETE FROM worker_heartbeats');
    await runner.query('ALTER TABLE worker_heartbeats DROP COLUMN backend');
    await runner.query(
      'ALTER TABLE worker_heartbeats ALTER COLUMN worker_id TYPE uuid USING worker_id::uuid',
    );
    const [before] = (await runner.query(
      `SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS exists`,
    )) as { exists: boolean }[];
    if (before?.exists !== true) return;
    await runner.query(
      `INSERT INTO owed_jobs (task, key, payload, run_at)
       SELECT t.identifier, coalesce(j.key, 'unnamed:' || j.id), j.payload, least(j.run_at, now())
       FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE j.attempts < j.max_attempts`,
    );
    await runner.query('DROP SCHEMA graphile_worker CASCADE');
  }
}
