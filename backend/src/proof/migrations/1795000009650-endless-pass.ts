import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Progress of the pass over the log that never ends, the streams that somebody tampered with, and the MAC of
 * the progress of a verification.
 */
export class EndlessPass1795000009650 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_pass (
        single boolean NOT NULL DEFAULT true,
        turn bigint NOT NULL,
        state jsonb,
        mac text,
        CONSTRAINT log_pass_pkey PRIMARY KEY (single)
      );
      CREATE TABLE tampered_streams (
        stream text NOT NULL,
        revision integer,
        kind text NOT NULL,
        detail text NOT NULL,
        since timestamptz NOT NULL,
        CONSTRAINT tampered_streams_pkey PRIMARY KEY (stream)
      );
      ALTER TABLE log_verification ADD mac text`);
  }
}
