import type { QueryRunner } from 'typeorm';
import { Migration } from '../../platform/postgres/migration.js';

/**
 * Changes `ndas` so that it has one row per agreement. The migration fills the columns that searches use, so
 * existing rows stay usable. It copies these columns from the tables that contained their values before. The
 * projection's version was raised, so that a rebuild fills the other columns. The old tables stay for
 * backends of the previous version. Some columns of `ndas` are used only by those backends. These columns
 * stay until the rebuild, which makes a table without them.
 */
export class OneStoredAgreement1795000009000 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const index of ['ndas_status_created_at', 'ndas_listed', 'ndas_listed_by_status', ...TO_ERASE])
      await runner.query(`DROP INDEX ${index}`);
    const [first] = await runner.query('SELECT 1 FROM ndas LIMIT 1');
    const away = (column: string) =>
      first === undefined ? `DROP COLUMN ${column}` : `ALTER COLUMN ${column} DROP NOT NULL`;
    await runner.query(`ALTER TABLE ndas ${OLD.map(away).join(', ')}`);
    // A backend of the previous version inserts rows without the new columns. The new columns therefore need
    // defaults, unless the table is empty.
    const added = NEW.map((column) => `ADD COLUMN ${column}`);
    await runner.query(`ALTER TABLE ndas ALTER COLUMN chain DROP NOT NULL, ${added.join(', ')}`);
    await runner.query(FILL);
    if (first === undefined)
      for (const column of FILLED) await runner.query(`ALTER TABLE ndas ALTER COLUMN ${column} DROP DEFAULT`);
    for (const index of INDEXES) await runner.query(`CREATE INDEX ${index}`);
  }
}

const TO_ERASE = [
  'ndas_drafts_to_erase',
  'ndas_completed_to_erase',
  'ndas_unfinished_to_erase',
  'ndas_living_drafts',
];

const ofParty = (party: 1 | 2): readonly string[] =>
  [
    'open_attempt',
    'open_intent_id',
    'payment_intent_id',
    'payment_status',
    'payment_amount',
    'covered',
    'paid_at',
  ].map((column) => `party${party}_${column}`);

const OLD = [
  'language',
  'duration',
  'geographic_scope',
  'penalty_clause',
  'return_of_materials',
  'template_version',
  'agreement_commitment',
  'issue_date',
  'signature_mode',
  'party1_pays_for_both',
  'party1_signed_at',
  'party2_signed_at',
  ...ofParty(1),
  ...ofParty(2),
  'payment_status',
  'paid_at',
  'money_back',
  'voucher_used_at',
  'invitation_status',
  'token_hash',
  'token_expires_at',
  'link_sent_at',
  'invitations',
  'invitation_opened_at',
  'last_reminder_at',
  'addresses',
  'reminders_declined',
  'disputes',
  'mail',
  'owed_mails',
  'manual_reminders',
  'automatic_reminders',
  'delivery_stage',
  'delivery_error',
  'document_hash',
  'recipients',
];

const FILLED = [
  'last_at',
  'token_hashes',
  'obligation_ids',
  'intents_open_of',
  'invite_owed',
  'state',
  'hash',
  'mac',
];

const NEW = [
  'last_at timestamptz NOT NULL DEFAULT now()',
  'erased_at timestamptz',
  'key_destroyed_at timestamptz',
  "token_hashes jsonb NOT NULL DEFAULT '[]'",
  'open_until timestamptz',
  "obligation_ids jsonb NOT NULL DEFAULT '[]'",
  "intents_open_of jsonb NOT NULL DEFAULT '[]'",
  'invite_owed boolean NOT NULL DEFAULT false',
  'due_at timestamptz',
  "state jsonb NOT NULL DEFAULT '{}'",
  "hash text NOT NULL DEFAULT ''",
  "mac text NOT NULL DEFAULT ''",
];

/**
 * A single statement, so that the table is written only once. The table is locked while the statement runs.
 */
const FILL = `UPDATE ndas SET last_at = coalesce(audited.last_at, nda.created_at),
    token_hashes = coalesce(links.token_hashes, '[]'),
    due_at = waiting.due_at, invite_owed = coalesce(waiting.invite_owed, false)
  FROM ndas nda LEFT JOIN audited_ndas audited USING (id) LEFT JOIN signing_links links USING (id)
    LEFT JOIN invitations waiting USING (id)
  WHERE nda.id = ndas.id`;

const LIVING = "erased_at IS NULL AND status <> 'none'";
const KEPT = 'legal_hold_since IS NULL AND erased_at IS NULL';

const INDEXES = [
  'ndas_created ON ndas (created_at, id)',
  'ndas_created_by_status ON ndas (status, created_at, id) WHERE erased_at IS NULL',
  'ndas_key_owed ON ndas (id) WHERE erased_at IS NOT NULL AND key_destroyed_at IS NULL',
  'ndas_erased ON ndas (created_at, id) WHERE erased_at IS NOT NULL',
  `ndas_listed ON ndas (created_at, id) WHERE NOT discarded AND ${LIVING}`,
  `ndas_listed_by_status ON ndas (status, created_at, id) WHERE NOT discarded AND ${LIVING}`,
  `ndas_drafts_to_erase ON ndas (created_at, id) WHERE status = 'draft' AND ${KEPT}`,
  `ndas_completed_to_erase ON ndas (completed_at, id) WHERE completed_at IS NOT NULL AND ${KEPT}`,
  `ndas_unfinished_to_erase ON ndas (last_party_act_at, id) WHERE status = 'party1_signed' AND ${KEPT}`,
  "ndas_living_drafts ON ndas (id) WHERE status = 'draft' AND NOT discarded AND erased_at IS NULL",
  'ndas_open ON ndas (open_until) WHERE open_until IS NOT NULL',
  "ndas_obligations ON ndas USING gin (obligation_ids) WHERE obligation_ids <> '[]'::jsonb",
  "ndas_intents_open ON ndas (id) WHERE intents_open_of <> '[]'::jsonb",
  'ndas_due ON ndas (due_at, id) WHERE due_at IS NOT NULL',
  'ndas_invite_owed ON ndas (id) WHERE invite_owed',
  'ndas_token_hashes ON ndas USING gin (token_hashes)',
];
