import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/postgres/migration.js';

export class SandboxPaymentIntents1763600000002 extends Migration {
  name = 'SandboxPaymentIntents1763600000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sandbox_payment_intents (
        id text NOT NULL, idempotency_key text NOT NULL, nda_id uuid NOT NULL, party smallint NOT NULL, attempt integer NOT NULL,
        amount integer NOT NULL, currency text NOT NULL, status text NOT NULL, code text, tries integer NOT NULL, created_at timestamptz NOT NULL,
        CONSTRAINT sandbox_payment_intents_pkey PRIMARY KEY (id),
        CONSTRAINT sandbox_payment_intents_idempotency_key UNIQUE (idempotency_key)
      )`);
  }
}
