import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

export class Ndas1763600000001 extends Migration {
  name = 'Ndas1763600000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ndas (
        id uuid NOT NULL, revision integer NOT NULL, status text NOT NULL, discarded boolean NOT NULL, language text NOT NULL,
        duration text NOT NULL, geographic_scope text NOT NULL, penalty_clause text NOT NULL, return_of_materials boolean NOT NULL,
        template_version text NOT NULL, agreement_hash text NOT NULL, issue_date text NOT NULL, chain uuid NOT NULL,
        creator_key_hashes jsonb NOT NULL, signature_mode text, party1_pays_for_both boolean NOT NULL,
        party1_signed_at timestamptz, party2_signed_at timestamptz, completed_at timestamptz,
        party1_open_attempt integer, party1_payment_intent_id text, party1_payment_status text NOT NULL, party1_payment_amount integer, party1_covered integer NOT NULL, party1_paid_at timestamptz,
        party2_open_attempt integer, party2_payment_intent_id text, party2_payment_status text NOT NULL, party2_payment_amount integer, party2_covered integer NOT NULL, party2_paid_at timestamptz,
        payment_status text NOT NULL, paid_at timestamptz, voucher_used_at timestamptz,
        invitation_status text NOT NULL, token_hash text, token_expires_at timestamptz, link_sent_at timestamptz,
        manual_reminders integer NOT NULL, automatic_reminders jsonb NOT NULL,
        delivery_stage text NOT NULL, delivery_error text, document_hash text, recipients jsonb NOT NULL, sealed jsonb NOT NULL, created_at timestamptz NOT NULL,
        CONSTRAINT ndas_pkey PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX ndas_status_created_at ON ndas (status, created_at)');
    await runner.query('CREATE INDEX ndas_owed ON ndas (payment_status, status)');
    await runner.query('CREATE INDEX ndas_chain ON ndas (chain)');
  }
}
