import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type TestAgent from 'supertest/lib/agent.js';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { repairIn } from '#src/cli/commands/repair-log.command';
import { runRepair } from '#src/cli/run-repair';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import type { LoggedEvent } from '#src/eventsourcing/event-store/eventstoredb/testing/logged-event';
import { ndaStream } from '#src/nda/nda.events';
import { silentLogger } from '#src/platform/logging/logger';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { until } from '#src/platform/testing/until';
import { leavesOfStream } from '#src/proof/leaves';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { retention } from '../steps/samples.js';
import { create, payByCard, read, sign, untilSent } from '../steps/steps.js';

const FORGED = '00000000-0000-4000-8000-000000000000';

/** The operator's command, in a process of its own beside the serving backend. */
class Operator {
  private constructor(
    private readonly infrastructure: Infrastructure,
    private readonly config: Parameters<typeof runRepair>[1],
  ) {}

  static async beside({ database, secrets }: TestBackend, eventStoreUrl?: string): Promise<Operator> {
    const infrastructure = await openInfrastructure({
      databaseUrl: database.url,
      eventStoreUrl,
      secrets,
      logger: silentLogger,
      connectWithinMs: scaledTimeout(5000),
    });
    const dataDir = await mkdtemp(join(tmpdir(), 'siegel-operator-'));
    return new Operator(infrastructure, {
      dataDir,
      eventStoreUrl,
      logOrigin: undefined,
      defaultLogOrigin: 'localhost/log',
      retention,
    });
  }

  async repair(...args: string[]): Promise<{ isDone: boolean; text: string }> {
    const lines: string[] = [];
    const { signal } = new AbortController();
    const io = { print: (line: string) => void lines.push(line), printStderr: () => undefined, signal };
    const isDone = await runRepair(this.infrastructure, this.config, repairIn(args), io);
    return { isDone, text: lines.join('\n') };
  }

  async file(name: string, content: Buffer): Promise<string> {
    const path = join(this.config.dataDir, name);
    await writeFile(path, content);
    return path;
  }

  async stop(): Promise<void> {
    await this.infrastructure.close();
    await rm(this.config.dataDir, { recursive: true, force: true });
  }
}

async function adminOf({ browser }: TestBackend): Promise<TestAgent> {
  const admin = browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  return admin;
}

/** Party 1 begins to pay. */
const tryPaying = (browser: TestAgent, id: string) =>
  browser.post(`/api/ndas/${id}/create-payment-intent`).send({ partyNumber: '1', paymentMode: 'split' });

const expectClosed = async (browser: TestAgent, id: string): Promise<void> => {
  const { status, body, headers } = await tryPaying(browser, id);
  expect({ status, code: body.code, retryAfter: headers['retry-after'] }).toEqual({
    status: 503,
    code: 'stream_untrusted',
    retryAfter: undefined,
  });
};

describe('an agreement whose stream was repaired beside a serving backend, on PostgreSQL', () => {
  let backend: TestBackend;
  let operator: Operator;
  let browser: TestAgent;
  beforeAll(async () => {
    backend = await startTestBackend();
    operator = await Operator.beside(backend);
    browser = backend.browser();
  });
  afterAll(async () => {
    await operator.stop();
    await backend.stop();
  });

  /** Makes an agreement that both have signed, and a checkpoint over its events. */
  async function signed(): Promise<{
    readonly id: string;
    readonly stream: string;
    readonly status: string;
  }> {
    const id = await create(browser);
    await sign(browser, id, 1);
    const { status } = await sign(browser, id, 2);
    await untilLeaves(ndaStream(id));
    await (await adminOf(backend)).post('/api/audit/checkpoints').expect(201);
    return { id, stream: ndaStream(id), status };
  }

  /** Waits until the tree has the newest event of the stream. */
  const untilLeaves = (stream: string) =>
    until(async () => {
      const { pool } = backend.database;
      const { rows } = await pool.query<{ last: number }>(
        'SELECT max(revision) AS last FROM event_store.events WHERE stream = $1',
        [stream],
      );
      return (await leavesOfStream(pool, stream, rows[0]?.last ?? 0, 1)).length === 1;
    });
  const sql = (text: string, values: unknown[]) => backend.database.pool.query(text, values);
  const rowOf = async (id: string) =>
    (await sql('SELECT status, revision FROM ndas WHERE id = $1', [id])).rows[0] as {
      status: string;
      revision: number;
    };

  it('works to its end, after an inserted, an altered and a deleted event', async () => {
    const { id, stream, status } = await signed();
    const bundle = await (await adminOf(backend))
      .get(`/api/audit/ndas/${id}/evidence`)
      .responseType('blob')
      .expect(200);
    const file = await operator.file('bundle.zip', bundle.body as Buffer);
    await sql(
      `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
       SELECT stream, 40, $2, 'NdaErased.v1', data, metadata FROM event_store.events WHERE stream = $1 AND revision = 1`,
      [stream, FORGED],
    );
    await sql(
      `UPDATE event_store.events SET data = convert_to('{"open":{}}', 'UTF8') WHERE stream = $1 AND revision = 1`,
      [stream],
    );
    await sql('DELETE FROM event_store.events WHERE stream = $1 AND revision = 2', [stream]);
    await expectClosed(browser, id);
    expect((await read(browser, id)).status).toBe('draft');

    const seen = await operator.repair(stream, '--from', file);
    expect([seen.isDone, seen.text]).toEqual([false, expect.stringContaining("with --reason '…'")]);
    expect(await operator.repair(stream, '--from', file, '--reason', 'a drill')).toMatchObject({
      isDone: true,
    });

    expect((await read(browser, id)).status).toBe(status);
    await payByCard(browser, id);
    await untilSent(browser, id);
    // Once the events that were recorded since have leaves, verification finds no fault in the stream.
    const admin = await adminOf(backend);
    await untilLeaves(stream);
    const { body } = await admin.get(`/api/audit/ndas/${id}/verify`).expect(200);
    expect(body).toMatchObject({ verdict: 'intact', firstBroken: null });
  });

  it('is closed for good after its end was lost, and its row says what is left', async () => {
    const { id, stream, status } = await signed();
    await until(async () => (await rowOf(id))?.status === status);
    const { rows } = await sql('SELECT max(revision) AS last FROM event_store.events WHERE stream = $1', [
      stream,
    ]);
    const { last } = rows[0] as { last: number };
    await sql('DELETE FROM event_store.events WHERE stream = $1 AND revision = $2', [stream, last]);
    expect(await operator.repair(stream, '--reason', 'no backup has it')).toMatchObject({ isDone: false });
    expect(await operator.repair(stream, '--end', '--reason', 'no backup has it')).toMatchObject({
      isDone: true,
    });
    await expectClosed(browser, id);
    expect((await rowOf(id)).revision).toBe(last - 1);
    expect((await rowOf(id)).status).not.toBe(status);
  });
});

it('an agreement on EventStoreDB whose stream got a forged event is ended, and answers 503', async () => {
  const server = new ProtocolServer();
  await server.start();
  const backend = await startTestBackend({ env: { EVENT_STORE_URL: server.url } });
  const operator = await Operator.beside(backend, server.url);
  try {
    const browser = backend.browser();
    const id = await create(browser);
    const stream = ndaStream(id);
    const [{ type, data, metadata }] = server.log.stream(stream) as [LoggedEvent];
    server.log.append(stream, 0, [{ id: FORGED, type, data, metadata, contentType: 'application/json' }]);
    await until(async () => (await tryPaying(browser, id)).status === 503);
    await expectClosed(browser, id);
    expect(await operator.repair(stream, '--reason', 'a drill')).toMatchObject({ isDone: false });
    expect(await operator.repair(stream, '--end', '--reason', 'a drill')).toMatchObject({ isDone: true });
    await expectClosed(browser, id);
    expect((await operator.repair(stream)).text).toContain('ended by the operator');
  } finally {
    await operator.stop();
    await backend.stop();
    await server.stop();
  }
});
