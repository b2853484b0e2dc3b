import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

export class Projections1763700300002 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE checkpoints (
        name text NOT NULL,
        version integer NOT NULL,
        store_id text NOT NULL,
        position text,
        epoch bigint NOT NULL,
        updated_at timestamp with time zone NOT NULL,
        CONSTRAINT checkpoints_pkey PRIMARY KEY (name)
      )`);
    await runner.query(`
      CREATE TABLE projection_tombstones (
        projection text NOT NULL,
        id text NOT NULL,
        revision integer NOT NULL,
        CONSTRAINT projection_tombstones_pkey PRIMARY KEY (projection, id)
      )`);
  }
}
