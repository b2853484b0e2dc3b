import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** Tables for the tree over the log, and for its signed checkpoints. */
export class LogProof1795000006000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_leaves (
        place bigint NOT NULL, event_hash bytea NOT NULL, stream text NOT NULL, revision integer NOT NULL,
        CONSTRAINT log_leaves_pkey PRIMARY KEY (place)
      )`);
    await runner.query('CREATE UNIQUE INDEX log_leaves_event_hash ON log_leaves (event_hash)');
    await runner.query('CREATE INDEX log_leaves_stream ON log_leaves (stream, revision)');
    await runner.query(`
      CREATE TABLE log_nodes (
        level smallint NOT NULL, place bigint NOT NULL, hash bytea NOT NULL,
        CONSTRAINT log_nodes_pkey PRIMARY KEY (level, place)
      )`);
    await runner.query(`
      CREATE TABLE log_checkpoints (
        size bigint NOT NULL, root bytea NOT NULL, at timestamptz NOT NULL, key_id text NOT NULL,
        signature bytea NOT NULL,
        CONSTRAINT log_checkpoints_pkey PRIMARY KEY (size)
      )`);
  }
}
