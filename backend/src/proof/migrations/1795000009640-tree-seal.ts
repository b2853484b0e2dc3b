import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * The MACs over the tree and over each leaf, and a table for the places of the log that have a second event.
 */
export class TreeSeal1795000009640 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_leaves ADD COLUMN mac bytea');
    await runner.query(`
      CREATE TABLE log_tree (
        single boolean NOT NULL DEFAULT true, size bigint NOT NULL, edge bytea NOT NULL, forks text NOT NULL,
        mac text NOT NULL,
        CONSTRAINT log_tree_pkey PRIMARY KEY (single)
      )`);
    await runner.query(`
      CREATE TABLE log_forks (
        place bigint NOT NULL, stream text NOT NULL, revision integer NOT NULL,
        CONSTRAINT log_forks_pkey PRIMARY KEY (place)
      )`);
  }
}
