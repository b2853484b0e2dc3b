import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class SealCertificates1795000000600 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "seal_certificates" (
        "fingerprint" text NOT NULL,
        "certificate" bytea NOT NULL,
        "first_used_at" timestamp with time zone NOT NULL,
        CONSTRAINT "seal_certificates_pkey" PRIMARY KEY ("fingerprint")
      )`);
  }
}
