import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Analytics1763700000300 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE page_views (
        id uuid NOT NULL,
        page text NOT NULL,
        "timestamp" timestamp with time zone NOT NULL,
        user_agent text,
        session_id text,
        CONSTRAINT page_views_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX page_views_timestamp ON page_views ("timestamp")');
    await runner.query(`
      CREATE TABLE funnel_events (
        id uuid NOT NULL,
        event_type text NOT NULL,
        nda_id uuid,
        "timestamp" timestamp with time zone NOT NULL,
        day date NOT NULL,
        session_id text,
        CONSTRAINT funnel_events_pkey PRIMARY KEY (id)
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX funnel_events_once ON funnel_events (event_type, session_id, day)',
    );
    await runner.query('CREATE INDEX funnel_events_day ON funnel_events (day, event_type)');
  }
}
