import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SealCertificates1795000000600 implements MigrationInterface {
  readonly name = 'SealCertificates1795000000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "seal_certificates" (
        "fingerprint" text NOT NULL,
        "certificate" bytea NOT NULL,
        "first_used_at" timestamp with time zone NOT NULL,
        CONSTRAINT "seal_certificates_pkey" PRIMARY KEY ("fingerprint")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "seal_certificates"');
  }
}
