import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * The projection fills the table. With `fastupdate = off`, new entries go into the index at once. Otherwise
 * they would first go into a list of pending entries, and each search would also have to read that list.
 */
export class NdaSearch1795000005240 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE nda_search_numbers AS bigint MINVALUE 0');
    await runner.query(`
      CREATE TABLE nda_search (
        id uuid NOT NULL, revision integer NOT NULL, created_at timestamptz NOT NULL, number bigint NOT NULL,
        idea_title bigint[] NOT NULL, party1_name bigint[] NOT NULL, party2_name bigint[] NOT NULL,
        party1_email bigint[] NOT NULL, party2_email bigint[] NOT NULL, state bigint[] NOT NULL,
        CONSTRAINT nda_search_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX nda_search_number ON nda_search (number)');
    await runner.query(
      `CREATE INDEX nda_search_pieces ON nda_search
       USING gin (idea_title, party1_name, party2_name, party1_email, party2_email, state) WITH (fastupdate = off)`,
    );
  }
}
