CREATE SCHEMA "event_store";

CREATE SEQUENCE "event_store"."events_position_seq" AS bigint;

CREATE TABLE "event_store"."events" (
  "position" bigint DEFAULT 
CASE
    WHEN ((pg_advisory_xact_lock_shared('7316002001'::bigint))::text IS NOT NULL) THEN nextval('event_store.events_position_seq'::regclass)
    ELSE NULL::bigint
END NOT NULL,
  "stream" text COLLATE pg_catalog."C" NOT NULL,
  "revision" integer NOT NULL,
  "id" uuid NOT NULL,
  "type" text COLLATE pg_catalog."C" NOT NULL,
  "data" bytea NOT NULL,
  "metadata" bytea NOT NULL
);

CREATE TABLE "event_store"."store" (
  "single" boolean DEFAULT true NOT NULL,
  "id" uuid NOT NULL
);

ALTER SEQUENCE "event_store"."events_position_seq" OWNED BY "event_store"."events"."position";

CREATE OR REPLACE FUNCTION event_store.bound()
 RETURNS bigint
 LANGUAGE plpgsql
 SET lock_timeout TO '2000'
AS $function$
  DECLARE found bigint;
  BEGIN
    BEGIN
      PERFORM pg_advisory_lock(7316002001);
      SELECT max(position) INTO found FROM event_store.events;
    EXCEPTION WHEN query_canceled OR OTHERS THEN
      PERFORM pg_advisory_unlock_all();
      RAISE;
    END;
    PERFORM pg_advisory_unlock(7316002001);
    RETURN coalesce(found, 0);
  END $function$;

CREATE OR REPLACE FUNCTION event_store.news(after bigint, most integer)
 RETURNS SETOF event_store.events
 LANGUAGE plpgsql
AS $function$
  DECLARE last bigint := event_store.bound();
  BEGIN
    RETURN QUERY SELECT e.* FROM event_store.events e WHERE e.position > after AND e.position <= last ORDER BY e.position LIMIT most;
  END $function$;

ALTER TABLE "event_store"."events" ADD CONSTRAINT "events_id_unique" UNIQUE (id);

ALTER TABLE "event_store"."events" ADD CONSTRAINT "events_pk" PRIMARY KEY ("position");

ALTER TABLE "event_store"."events" ADD CONSTRAINT "events_revision_unique" UNIQUE (stream, revision);

ALTER TABLE "event_store"."store" ADD CONSTRAINT "store_only_one" CHECK (single);

ALTER TABLE "event_store"."store" ADD CONSTRAINT "store_pk" PRIMARY KEY (single);

SELECT pg_catalog.setval('"event_store"."events_position_seq"', 80);
