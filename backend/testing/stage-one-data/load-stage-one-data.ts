import { createReadStream, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { VoucherView } from '@siegel/contracts/admin/views';
import type { NdaView } from '@siegel/contracts/nda/view';
import type { Receipt } from '@siegel/contracts/receipt';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readSecrets, type Secrets } from '#src/app/secrets';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { type LoggedEvent, ServerLog } from '#src/eventsourcing/event-store/eventstoredb/testing/server-log';
import { transaction } from '#src/platform/postgres/pool';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';

const FOLDER = __dirname;
export const EVENT_STORES = ['PostgreSQL', 'EventStoreDB'] as const;
export type EventStoreKind = (typeof EVENT_STORES)[number];

/** An NDA of that time and what the version of that time said of it. */
export interface StageOneNda {
  /** What is special about it. */
  readonly kind: string;
  readonly id: string;
  /** Cookie of the browser that made it. */
  readonly device: string;
  readonly receipts: readonly Receipt[];
  /** Of `GET /api/ndas/{id}` as its creator. */
  readonly status: 200 | 404 | 410;
  /** The same call's answer; of a discarded draft as the admin sees it, of an erased NDA none. */
  readonly view?: NdaView;
  /** SHA-256, hexadecimal, of the images by party. */
  readonly signatures?: Readonly<Record<string, string>>;
  /** The sealed document, as a file of its own. */
  readonly document?: { readonly file: string; readonly sha256: string };
  /** One that was begun and not paid. */
  readonly payment?: {
    readonly paymentIntentId: string;
    readonly clientSecret: string;
    readonly amount: number;
  };
}

interface StageOne {
  /** What made its documents: `DocumentSealed` names it too. */
  readonly renderer: string;
  /** ISO 8601 UTC: the data end here. */
  readonly until: string;
  readonly publicUrl: string;
  /** Cookie of an admin who was logged in. */
  readonly adminSession: string;
  readonly vouchers: {
    readonly list: readonly VoucherView[];
    readonly codes: Readonly<Record<string, string>>;
  };
  readonly ndas: readonly StageOneNda[];
}

export const stageOne = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as StageOne;

export function stageOneNda(kind: string): StageOneNda {
  const found = stageOne.ndas.find((nda) => nda.kind === kind);
  if (found === undefined) throw new Error(`the data of stage one hold no NDA ${kind}`);
  return found;
}

export const stageOneDocument = ({ document }: StageOneNda): Promise<Buffer> =>
  readFile(join(FOLDER, document?.file ?? ''));

/** The log as EventStoreDB holds it, oldest first: our own events and what such a server has beside them. */
export function stageOneLog(): readonly LoggedEvent[] {
  const lines = readFileSync(join(FOLDER, 'eventstoredb', 'log.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const event = JSON.parse(line) as Omit<LoggedEvent, 'data' | 'metadata'> & {
      readonly data: string;
      readonly metadata: string;
    };
    return {
      ...event,
      data: Buffer.from(event.data, 'base64'),
      metadata: Buffer.from(event.metadata, 'base64'),
    };
  });
}

export interface LoadedStageOne {
  readonly database: TestDatabase;
  readonly secrets: Secrets;
  /** What the configuration must say beside the defaults of tests. */
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** What the version of stage one left, before anything newer has seen it: its schema, its rows, its log in this store, its secrets. */
export async function loadStageOneData(store: EventStoreKind): Promise<LoadedStageOne> {
  const database = await createTestDatabase();
  await transaction(database.pool, (client) => fill(client, store));
  const server =
    store === 'EventStoreDB' ? new ProtocolServer({ log: new ServerLog(stageOneLog()) }) : undefined;
  await server?.start();
  return {
    database,
    secrets: await secretsOfStageOne(),
    env: { PUBLIC_URL: stageOne.publicUrl, ...(server === undefined ? {} : { EVENT_STORE_URL: server.url }) },
    drop: async () => {
      await database.drop();
      await server?.stop();
    },
  };
}

async function fill(client: PoolClient, store: EventStoreKind): Promise<void> {
  // Functions may name what comes after them, rows come in any order of their foreign keys.
  await client.query("SET LOCAL check_function_bodies = off; SET LOCAL session_replication_role = 'replica'");
  // A database beside an EventStoreDB has no log of its own.
  const isOurs = (file: string): boolean => store === 'PostgreSQL' || !file.startsWith('event_store.');
  for (const file of (await readdir(join(FOLDER, 'schema'))).filter(isOurs)) {
    await client.query(await readFile(join(FOLDER, 'schema', file), 'utf8'));
  }
  for (const file of (await readdir(join(FOLDER, 'tables'))).filter(isOurs)) {
    const moved = store === 'EventStoreDB' && file === 'public.checkpoints.copy';
    await copyIn(client, file, join(FOLDER, moved ? 'eventstoredb' : 'tables', file));
  }
  // The database's own clock wrote these; on a machine whose clock is behind they would hold up everything.
  await client.query('UPDATE public.leases SET expires_at = least(expires_at, now())');
  await client.query('UPDATE graphile_worker._private_jobs SET run_at = least(run_at, now())');
}

/** The file's name says which table it is, its first line which columns. */
async function copyIn(client: PoolClient, file: string, path: string): Promise<void> {
  const [schema, table] = file.split('.');
  const target = client.query(
    copyFrom(`COPY ${schema}.${table} FROM STDIN WITH (FORMAT text, HEADER MATCH)`),
  );
  const source = createReadStream(path);
  await (file.endsWith('.gz') ? pipeline(source, createGunzip(), target) : pipeline(source, target));
}

/** Read as an operator's data folder; a copy of it, since what is missing there is made and kept. */
async function secretsOfStageOne(): Promise<Secrets> {
  const dataDir = await mkdtemp(join(tmpdir(), 'siegel-stage-one-'));
  try {
    await cp(join(FOLDER, 'secrets'), join(dataDir, 'secrets'), { recursive: true });
    return await readSecrets({ dataDir, production: false }, {});
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
