import type { Pool } from 'pg';
import type TestAgent from 'supertest/lib/agent.js';
import { projections } from '#src/app/projections';
import { adoptDatabase, NO_DECISIONS } from '#src/cli/adopt-database';
import { createHistory } from '#src/delivery/evidence/history';
import { RenderPool } from '#src/delivery/pdf/render-pool';
import { sealDocument } from '#src/delivery/seal-document';
import type { Recorded } from '#src/eventsourcing/journal/event';
import { type DocumentSealed, type NdaEvent, ndaStream } from '#src/nda/nda.events';
import { PdfSeal } from '#src/pades/pdf-seal';
import { openSealIdentity } from '#src/pades/seal-identity';
import { silentLogger } from '#src/platform/logging/logger';
import {
  type EventStoreKind,
  type LoadedStageOne,
  loadStageOneData,
  stageOne,
  type StageOneNda,
} from './load-stage-one-data.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';

export type ReadModelRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** A backend of the current version that runs on the data of stage one. */
export interface StageOneBackend {
  readonly backend: TestBackend;
  /**
   * The rows of each read model as they were loaded, before the current version ran. A read model that stage
   * one did not have has no rows.
   */
  readonly left: readonly (readonly ReadModelRow[])[];
  /** Returns the current rows of the read models, in the order of `left`. */
  rows(): Promise<ReadModelRow[][]>;
  /** @param from the table, optionally with a condition */
  count(from: string, ...values: string[]): Promise<number>;
  creatorOf(nda: StageOneNda): TestAgent;
  /** Returns a browser with a new admin session. */
  admin(): TestAgent;
  historyOf(nda: StageOneNda): Promise<readonly Recorded<NdaEvent>[]>;
  /** Renders and seals the document again, with the time of the first seal. Does not store the result. */
  sealAgain(nda: StageOneNda): Promise<DocumentSealed['open']>;
  stop(): Promise<void>;
}

/** Starts a backend whose clock stands still at the time when stage one was stopped. */
export async function startOnStageOneData(store: EventStoreKind): Promise<StageOneBackend> {
  const data = await loadStageOneData(store);
  const { pool } = data.database;
  const rowsOf = async (table: string): Promise<ReadModelRow[]> =>
    (await pool.query<ReadModelRow>(`SELECT * FROM ${table} ORDER BY id`)).rows;
  const rows = () => Promise.all(projections.map(({ table }) => rowsOf(table)));
  const left = await Promise.all(
    projections.map(async ({ table }) => ((await exists(pool, table)) ? rowsOf(table) : [])),
  );
  const backend = await startOn(await adopted(data));
  const { infrastructure } = backend.backend;
  const admin = backend.browser();
  await admin.post('/api/admin/login').send({ password: data.secrets.adminPassword }).expect(200);
  const historyOf = async (nda: StageOneNda): Promise<readonly Recorded<NdaEvent>[]> =>
    (await infrastructure.journal.load<NdaEvent>(ndaStream(nda.id))).events;
  return {
    backend,
    left,
    rows,
    count: async (from, ...values) =>
      (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, values)).rows[0]?.n ?? -1,
    creatorOf: (nda) => backend.browser().set('cookie', nda.device),
    admin: () => admin,
    historyOf,
    sealAgain: async (nda) => sealAgain(backend, nda, await historyOf(nda)),
    stop: async () => {
      await backend.stop();
      await data.drop();
    },
  };
}

async function exists(pool: Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    table,
  ]);
  return rows[0]?.exists === true;
}

/** The time at which stage one was stopped. */
const clock = { now: () => new Date(stageOne.until) };

/** Adopts the log as `siegel log:adopt` does, and closes everything if that fails. */
async function adopted(data: LoadedStageOne): Promise<LoadedStageOne> {
  const { database, secrets, env } = data;
  try {
    const result = await adoptDatabase({
      databaseUrl: database.url,
      eventStoreUrl: env['EVENT_STORE_URL'],
      secrets,
      decisions: NO_DECISIONS,
      clock,
    });
    const logAdopted = result.adopted ? result.statement : undefined;
    if (logAdopted === undefined) throw new Error('the log of stage one was not adopted');
    return { ...data, secrets: { ...secrets, logAdopted } };
  } catch (error) {
    await data.drop();
    throw error;
  }
}

/** Starts a backend on the data, and closes everything if the start fails. */
async function startOn(data: LoadedStageOne): Promise<TestBackend> {
  try {
    return await startTestBackend({ on: data, clock, env: data.env });
  } catch (error) {
    await data.drop();
    throw error;
  }
}

async function sealAgain(
  { backend, secrets }: TestBackend,
  { id }: StageOneNda,
  history: readonly Recorded<NdaEvent>[],
): Promise<DocumentSealed['open']> {
  const { commands, blobs, log, vault } = backend.infrastructure;
  const renderer = backend.app.get(RenderPool);
  const sealed = history.find((event) => event.type === 'DocumentSealed');
  const parts = {
    commands,
    blobs: { get: blobs.get.bind(blobs), put: async () => {} },
    seal: new PdfSeal({
      identity: openSealIdentity(secrets.sealP12, secrets.sealP12Password),
      clock: { now: () => new Date(sealed?.at ?? '') },
      logger: silentLogger,
      certificates: { keep: async () => {} },
    }),
    history: createHistory(log, vault),
    publicUrl: stageOne.publicUrl,
    render: renderer.render.bind(renderer),
  };
  return sealDocument(parts, id, sealed?.open.asOfRevision ?? -1);
}
