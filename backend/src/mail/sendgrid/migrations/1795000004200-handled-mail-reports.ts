import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

export class HandledMailReports1795000004200 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "handled_mail_reports" (
        "event_id" text NOT NULL,
        "handled_at" timestamp with time zone NOT NULL,
        CONSTRAINT "handled_mail_reports_pkey" PRIMARY KEY ("event_id")
      )`);
    await runner.query(
      'CREATE INDEX "handled_mail_reports_handled_at" ON "handled_mail_reports" ("handled_at")',
    );
  }
}
