import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Vault1795000000100 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "vault_keys" (
        "subject" text NOT NULL,
        "key_id" uuid,
        "wrapped" bytea,
        "master_key_id" text,
        "created_at" timestamp with time zone NOT NULL,
        "destroyed_at" timestamp with time zone,
        CONSTRAINT "vault_keys_pkey" PRIMARY KEY ("subject")
      )`);
    await runner.query('CREATE UNIQUE INDEX "vault_keys_key_id" ON "vault_keys" ("key_id")');
    await runner.query('CREATE INDEX "vault_keys_destroyed_at" ON "vault_keys" ("destroyed_at")');
    await runner.query(`
      CREATE TABLE "sealed_blobs" (
        "subject" text NOT NULL,
        "label" text NOT NULL,
        "bytes" bytea NOT NULL,
        "created_at" timestamp with time zone NOT NULL DEFAULT now(),
        CONSTRAINT "sealed_blobs_pkey" PRIMARY KEY ("subject", "label")
      )`);
    // Sealed bytes cannot be compressed. With the storage type EXTERNAL, PostgreSQL does not try to compress
    // them on every write.
    await runner.query('ALTER TABLE "sealed_blobs" ALTER COLUMN "bytes" SET STORAGE EXTERNAL');
    await runner.query(`
      CREATE TABLE "signing_keys" (
        "key_id" text NOT NULL,
        "public_key" bytea NOT NULL,
        "purpose" text NOT NULL,
        "created_at" timestamp with time zone NOT NULL DEFAULT now(),
        CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("key_id")
      )`);
    await runner.query(`
      CREATE TABLE "secret_checks" (
        "name" text NOT NULL,
        "check_value" text NOT NULL,
        "created_at" timestamp with time zone NOT NULL DEFAULT now(),
        "retired_at" timestamp with time zone,
        CONSTRAINT "secret_checks_pkey" PRIMARY KEY ("name", "check_value")
      )`);
  }
}
