import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/** The projection fills the tables, beginning with the first event. */
export class Figures1795000005410 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE nda_figures (
        id uuid NOT NULL, revision integer NOT NULL,
        created_day text, signed_day text, paid_day text,
        status text NOT NULL, is_gone boolean NOT NULL,
        signature_mode text, party1_pays_for_both boolean NOT NULL,
        party1 jsonb NOT NULL, party2 jsonb NOT NULL, counted jsonb NOT NULL, money_back jsonb NOT NULL,
        CONSTRAINT nda_figures_pkey PRIMARY KEY (id)
      )`);
    await runner.query(`
      CREATE TABLE figure_sums (
        name text NOT NULL, part text NOT NULL, value bigint NOT NULL,
        CONSTRAINT figure_sums_pkey PRIMARY KEY (name, part)
      )`);
  }
}
