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
import type { LoggedEvent } from '#src/eventsourcing/event-store/eventstoredb/testing/logged-event';
import { ServerLog } from '#src/eventsourcing/event-store/eventstoredb/testing/server-log';
import { transaction } from '#src/platform/postgres/pool';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';

const FOLDER = __dirname;
export const EVENT_STORES = ['PostgreSQL', 'EventStoreDB'] as const;
export type EventStoreKind = (typeof EVENT_STORES)[number];

/** An NDA of stage one, with the responses that the version of that time returned. */
export interface StageOneNda {
  /** Name of the NDA's case, as in README.md. */
  readonly kind: string;
  readonly id: string;
  /** Cookie of the browser that created the NDA. */
  readonly device: string;
  readonly receipts: readonly Receipt[];
  /** Status of the response to the creator's `GET /api/ndas/{id}`. */
  readonly status: 200 | 404 | 410;
  /**
   * Body of the response to the creator's `GET /api/ndas/{id}`. A discarded draft has the body of the
   * response to the admin instead. An erased NDA has no body.
   */
  readonly view?: NdaView;
  /** SHA-256 of the signature images in hexadecimal, by party. */
  readonly signatures?: Readonly<Record<string, string>>;
  /** The sealed document. It is stored as a file. */
  readonly document?: { readonly file: string; readonly sha256: string };
  /** A payment that was started but not completed. */
  readonly payment?: {
    readonly paymentIntentId: string;
    readonly clientSecret: string;
    readonly amount: number;
  };
}

interface StageOne {
  /** The renderer that made the documents of stage one. `DocumentSealed` names the same renderer. */
  readonly renderer: string;
  /** The time of stage one's clock when stage one was stopped, ISO 8601 UTC. */
  readonly until: string;
  readonly publicUrl: string;
  /** Cookie of an admin who was logged in when stage one was stopped. */
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

/** Returns the log as EventStoreDB has it, oldest first: our own events and the server's system events. */
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
  /** Variables that the configuration needs in addition to the defaults of tests. */
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/**
 * Loads everything that stage one left: its schema, its rows, its secrets and its log. The log is loaded into
 * the given store. No newer version has run on these data yet.
 */
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
  // Functions of the schema may refer to objects that are created later, so their bodies are not checked.
  // Rows are inserted regardless of their foreign keys.
  await client.query("SET LOCAL check_function_bodies = off; SET LOCAL session_replication_role = 'replica'");
  // With EventStoreDB, the database has no log of its own.
  const isOurs = (file: string): boolean => store === 'PostgreSQL' || !file.startsWith('event_store.');
  for (const file of (await readdir(join(FOLDER, 'schema'))).filter(isOurs)) {
    await client.query(await readFile(join(FOLDER, 'schema', file), 'utf8'));
  }
  for (const file of (await readdir(join(FOLDER, 'tables'))).filter(isOurs)) {
    const moved = store === 'EventStoreDB' && file === 'public.checkpoints.copy';
    await copyIn(client, file, join(FOLDER, moved ? 'eventstoredb' : 'tables', file));
  }
  // These times come from the old database's clock. If this machine's clock is behind that clock, the times
  // are in the future, and the leases and jobs would block everything.
  await client.query('UPDATE public.leases SET expires_at = least(expires_at, now())');
  await client.query('UPDATE graphile_worker._private_jobs SET run_at = least(run_at, now())');
}

/**
 * Copies a file into a table. The file is named after the table. Its first line contains the column names.
 */
async function copyIn(client: PoolClient, file: string, path: string): Promise<void> {
  const [schema, table] = file.split('.');
  const target = client.query(
    copyFrom(`COPY ${schema}.${table} FROM STDIN WITH (FORMAT text, HEADER MATCH)`),
  );
  const source = createReadStream(path);
  await (file.endsWith('.gz') ? pipeline(source, createGunzip(), target) : pipeline(source, target));
}

/**
 * Reads the secrets from a copy of the data folder, because `readSecrets` generates missing secrets and
 * stores them in the folder. Makes APPEND_KEY, as `siegel secrets:make` does.
 */
async function secretsOfStageOne(): Promise<Secrets> {
  const dataDir = await mkdtemp(join(tmpdir(), 'siegel-stage-one-'));
  try {
    await cp(join(FOLDER, 'secrets'), join(dataDir, 'secrets'), { recursive: true });
    const secrets = await readSecrets({ dataDir, production: false }, {});
    return { ...secrets, appendKeys: await secrets.makeAppendKeys() };
  } finally {
    await rm(dataDir, { recursive: true });
  }
}
