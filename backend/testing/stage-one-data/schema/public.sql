CREATE SEQUENCE "public"."migrations_id_seq" AS integer;

CREATE TABLE "public"."admin_sessions" (
  "id" text NOT NULL,
  "role" text NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "last_seen_at" timestamp with time zone NOT NULL
);

CREATE TABLE "public"."checkpoints" (
  "name" text NOT NULL,
  "version" integer NOT NULL,
  "store_id" text NOT NULL,
  "position" text,
  "epoch" bigint NOT NULL,
  "updated_at" timestamp with time zone NOT NULL
);

CREATE TABLE "public"."funnel_events" (
  "id" uuid NOT NULL,
  "event_type" text NOT NULL,
  "nda_id" uuid,
  "timestamp" timestamp with time zone NOT NULL,
  "day" date NOT NULL,
  "session_id" text
);

CREATE TABLE "public"."leases" (
  "name" text NOT NULL,
  "holder" uuid NOT NULL,
  "epoch" bigint NOT NULL,
  "expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "public"."login_attempts" (
  "address" text NOT NULL,
  "failures" integer NOT NULL,
  "last_at" timestamp with time zone NOT NULL,
  "known" boolean NOT NULL
);

CREATE TABLE "public"."mailbox_messages" (
  "id" uuid NOT NULL,
  "message_key" text NOT NULL,
  "subject_stream" text NOT NULL,
  "sealed" bytea NOT NULL,
  "sent_at" timestamp with time zone NOT NULL
);

CREATE TABLE "public"."migrations" (
  "id" integer DEFAULT nextval('public.migrations_id_seq'::regclass) NOT NULL,
  "timestamp" bigint NOT NULL,
  "name" character varying NOT NULL
);

CREATE TABLE "public"."ndas" (
  "id" uuid NOT NULL,
  "revision" integer NOT NULL,
  "status" text NOT NULL,
  "discarded" boolean NOT NULL,
  "language" text NOT NULL,
  "duration" text NOT NULL,
  "geographic_scope" text NOT NULL,
  "penalty_clause" text NOT NULL,
  "return_of_materials" boolean NOT NULL,
  "template_version" text NOT NULL,
  "agreement_hash" text NOT NULL,
  "issue_date" text NOT NULL,
  "chain" uuid NOT NULL,
  "creator_key_hashes" jsonb NOT NULL,
  "signature_mode" text,
  "party1_pays_for_both" boolean NOT NULL,
  "party1_signed_at" timestamp with time zone,
  "party2_signed_at" timestamp with time zone,
  "completed_at" timestamp with time zone,
  "party1_open_attempt" integer,
  "party1_payment_intent_id" text,
  "party1_payment_status" text NOT NULL,
  "party1_payment_amount" integer,
  "party1_covered" integer NOT NULL,
  "party1_paid_at" timestamp with time zone,
  "party2_open_attempt" integer,
  "party2_payment_intent_id" text,
  "party2_payment_status" text NOT NULL,
  "party2_payment_amount" integer,
  "party2_covered" integer NOT NULL,
  "party2_paid_at" timestamp with time zone,
  "payment_status" text NOT NULL,
  "paid_at" timestamp with time zone,
  "voucher_used_at" timestamp with time zone,
  "invitation_status" text NOT NULL,
  "token_hash" text,
  "token_expires_at" timestamp with time zone,
  "link_sent_at" timestamp with time zone,
  "manual_reminders" integer NOT NULL,
  "automatic_reminders" jsonb NOT NULL,
  "delivery_stage" text NOT NULL,
  "delivery_error" text,
  "document_hash" text,
  "recipients" jsonb NOT NULL,
  "sealed" jsonb NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "replaces" uuid
);

CREATE TABLE "public"."page_views" (
  "id" uuid NOT NULL,
  "page" text NOT NULL,
  "timestamp" timestamp with time zone NOT NULL,
  "user_agent" text,
  "session_id" text
);

CREATE TABLE "public"."projection_tombstones" (
  "projection" text NOT NULL,
  "id" text NOT NULL,
  "revision" integer NOT NULL
);

CREATE TABLE "public"."rate_limits" (
  "bucket" text NOT NULL,
  "window_start" timestamp with time zone NOT NULL,
  "count" integer NOT NULL
);

CREATE TABLE "public"."sandbox_payment_intents" (
  "id" text NOT NULL,
  "idempotency_key" text NOT NULL,
  "nda_id" uuid NOT NULL,
  "party" smallint NOT NULL,
  "attempt" integer NOT NULL,
  "amount" integer NOT NULL,
  "currency" text NOT NULL,
  "status" text NOT NULL,
  "code" text,
  "tries" integer NOT NULL,
  "created_at" timestamp with time zone NOT NULL
);

CREATE TABLE "public"."seal_certificates" (
  "fingerprint" text NOT NULL,
  "certificate" bytea NOT NULL,
  "first_used_at" timestamp with time zone NOT NULL
);

CREATE TABLE "public"."sealed_blobs" (
  "subject" text NOT NULL,
  "label" text NOT NULL,
  "bytes" bytea NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "public"."secret_checks" (
  "name" text NOT NULL,
  "check_value" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  "retired_at" timestamp with time zone
);

CREATE TABLE "public"."signing_keys" (
  "key_id" text NOT NULL,
  "public_key" bytea NOT NULL,
  "purpose" text NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "public"."signing_links" (
  "id" uuid NOT NULL,
  "revision" integer NOT NULL,
  "token_hashes" jsonb NOT NULL,
  "used_at" timestamp with time zone
);

CREATE TABLE "public"."vault_keys" (
  "subject" text NOT NULL,
  "key_id" uuid,
  "wrapped" bytea,
  "master_key_id" text,
  "created_at" timestamp with time zone NOT NULL,
  "destroyed_at" timestamp with time zone
);

CREATE TABLE "public"."vouchers" (
  "id" text NOT NULL,
  "revision" integer NOT NULL,
  "category" text NOT NULL,
  "is_used" boolean NOT NULL,
  "used_at" timestamp with time zone,
  "used_by_nda_id" uuid,
  "expires_at" timestamp with time zone NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "deleted_at" timestamp with time zone,
  "sealed" jsonb NOT NULL,
  "used_by_party" smallint
);

CREATE TABLE "public"."worker_heartbeats" (
  "worker_id" text NOT NULL,
  "backend" uuid NOT NULL,
  "seen_at" timestamp with time zone NOT NULL
);

ALTER SEQUENCE "public"."migrations_id_seq" OWNED BY "public"."migrations"."id";

ALTER TABLE "public"."admin_sessions" ADD CONSTRAINT "admin_sessions_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."checkpoints" ADD CONSTRAINT "checkpoints_pkey" PRIMARY KEY (name);

ALTER TABLE "public"."funnel_events" ADD CONSTRAINT "funnel_events_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."leases" ADD CONSTRAINT "leases_pkey" PRIMARY KEY (name);

ALTER TABLE "public"."login_attempts" ADD CONSTRAINT "login_attempts_pkey" PRIMARY KEY (address);

ALTER TABLE "public"."mailbox_messages" ADD CONSTRAINT "mailbox_messages_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."migrations" ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);

ALTER TABLE "public"."ndas" ADD CONSTRAINT "ndas_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."page_views" ADD CONSTRAINT "page_views_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."projection_tombstones" ADD CONSTRAINT "projection_tombstones_pkey" PRIMARY KEY (projection, id);

ALTER TABLE "public"."rate_limits" ADD CONSTRAINT "rate_limits_pkey" PRIMARY KEY (bucket, window_start);

ALTER TABLE "public"."sandbox_payment_intents" ADD CONSTRAINT "sandbox_payment_intents_idempotency_key" UNIQUE (idempotency_key);

ALTER TABLE "public"."sandbox_payment_intents" ADD CONSTRAINT "sandbox_payment_intents_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."seal_certificates" ADD CONSTRAINT "seal_certificates_pkey" PRIMARY KEY (fingerprint);

ALTER TABLE "public"."sealed_blobs" ADD CONSTRAINT "sealed_blobs_pkey" PRIMARY KEY (subject, label);

ALTER TABLE "public"."secret_checks" ADD CONSTRAINT "secret_checks_pkey" PRIMARY KEY (name, check_value);

ALTER TABLE "public"."signing_keys" ADD CONSTRAINT "signing_keys_pkey" PRIMARY KEY (key_id);

ALTER TABLE "public"."signing_links" ADD CONSTRAINT "signing_links_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."vault_keys" ADD CONSTRAINT "vault_keys_pkey" PRIMARY KEY (subject);

ALTER TABLE "public"."vouchers" ADD CONSTRAINT "vouchers_pkey" PRIMARY KEY (id);

ALTER TABLE "public"."worker_heartbeats" ADD CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY (worker_id);

CREATE INDEX funnel_events_day ON public.funnel_events USING btree (day, event_type);

CREATE UNIQUE INDEX funnel_events_once ON public.funnel_events USING btree (event_type, session_id, day);

CREATE UNIQUE INDEX mailbox_messages_message_key ON public.mailbox_messages USING btree (message_key);

CREATE INDEX mailbox_messages_sent_at ON public.mailbox_messages USING btree (sent_at);

CREATE INDEX mailbox_messages_subject_stream ON public.mailbox_messages USING btree (subject_stream);

CREATE INDEX ndas_chain ON public.ndas USING btree (chain);

CREATE INDEX ndas_owed ON public.ndas USING btree (payment_status, status);

CREATE INDEX ndas_status_created_at ON public.ndas USING btree (status, created_at);

CREATE INDEX page_views_timestamp ON public.page_views USING btree ("timestamp");

CREATE INDEX signing_links_token_hashes ON public.signing_links USING gin (token_hashes);

CREATE INDEX vault_keys_destroyed_at ON public.vault_keys USING btree (destroyed_at);

CREATE UNIQUE INDEX vault_keys_key_id ON public.vault_keys USING btree (key_id);

CREATE INDEX vouchers_created_at ON public.vouchers USING btree (created_at, id);

SELECT pg_catalog.setval('"public"."migrations_id_seq"', 15);
