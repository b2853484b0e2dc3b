import { copyLog } from '#src/cli/copy-log';
import { openEventStore } from '#src/app/open-event-store';
import { ndaDecider } from '#src/nda/nda.decider';
import { DOCUMENT_HASH, document, personal, terms } from '#src/nda/testing/samples';
import type { NdaCommand } from '#src/nda/nda.commands';
import type { EventStore } from '#src/eventsourcing/event-store/event-store';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { newId } from '#src/platform/crypto/ids';
import { silentLogger } from '#src/platform/logging/logger';
import { tenthUnlessLong } from '#src/platform/testing/long-run';
import { until } from '#src/platform/testing/until';
import { mails, payByCard, signedByBoth, untilSent } from '../steps/steps.js';
import {
  startTestBackend,
  type TestBackend,
  type TestBackendOptions,
  testSecrets,
} from '../backend/test-backend.js';
import { createServiceDatabase } from '../backend/service-database.js';

const SENT = tenthUnlessLong(1000);
const CONCURRENCY = 20;
const HASH = 'a'.repeat(64);

/**
 * Returns the commands of an NDA from its creation to the sent mails. Only the deciders get these commands,
 * so no PDF is made and no mail is sent.
 */
function life(ndaId: string): NdaCommand[] {
  const signing = {
    agreementHash: HASH,
    consentWording: 'v1',
    consentLanguage: 'de',
    signatureKind: 'drawn',
  } as const;
  return [
    {
      type: 'CreateNda',
      ndaId,
      terms,
      personal,
      templateVersion: 'v1',
      agreementHash: HASH,
      agreementSalt: '',
      issueDate: '2026-11-02',
      creatorKeyHash: HASH,
      replaces: null,
      chain: ndaId,
    },
    { type: 'SignAsParty1', signatureHash: HASH, mode: 'in-person', party1PaysForBoth: false, ...signing },
    { type: 'RequestPayment', party: 1, provider: 'sandbox' },
    {
      type: 'RecordPaymentIntent',
      party: 1,
      attempt: 1,
      paymentIntentId: `pi_${ndaId}`,
      provider: 'sandbox',
    },
    {
      type: 'RecordPaymentSuccess',
      party: 1,
      attempt: 1,
      paymentIntentId: `pi_${ndaId}`,
      amount: 199,
      currency: 'EUR',
      provider: 'sandbox',
      cardLastDigits: null,
    },
    { type: 'SignAsParty2', signatureHash: HASH, channel: { kind: 'in-person' }, ...signing },
  ];
}

describe('moving the log to another event store', () => {
  const server = new ProtocolServer();
  let on: NonNullable<TestBackendOptions['on']>;
  let backend: TestBackend;
  const start = async (env: Record<string, string>): Promise<TestBackend> =>
    (backend = await startTestBackend({ on, env }));
  const copy = async (from: string | undefined, to: string | undefined): Promise<string[]> => {
    const lines: string[] = [];
    const open = (url: string | undefined): Promise<EventStore> =>
      openEventStore({ url, databaseUrl: on.database.url }, silentLogger);
    const stores = [await open(from), await open(to)] as const;
    try {
      await copyLog({
        pool: on.database.pool,
        from: stores[0],
        to: stores[1],
        say: (line) => lines.push(line),
      });
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
    return lines;
  };
  const count = async (table: string): Promise<number> =>
    (await on.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n ?? -1;
  const rows = async () => (await on.database.pool.query('SELECT * FROM ndas ORDER BY id')).rows;

  beforeAll(async () => {
    await server.start();
    on = { database: await createServiceDatabase(), secrets: testSecrets() };
    await start({});
    const { commands } = backend.backend.infrastructure;
    const at = new Date().toISOString();
    const context = () =>
      ({ commandId: newId(), correlationId: newId(), causedBy: null, actor: 'system', at }) as const;
    const live = async (): Promise<void> => {
      const id = newId();
      for (const command of life(id)) await commands.run(ndaDecider, id, command, context());
      const { state } = await commands.state(ndaDecider, id);
      const sealed = document({ asOfRevision: state.dueAtRevision ?? 0 });
      await commands.run(ndaDecider, id, { type: 'RecordDocumentSealed', document: sealed }, context());
      for (const party of [1, 2] as const) {
        await commands.run(
          ndaDecider,
          id,
          { type: 'RecordDocumentSent', party, messageId: `${id}-${party}`, documentHash: DOCUMENT_HASH },
          context(),
        );
      }
    };
    for (let done = 0; done < SENT; done += CONCURRENCY)
      await Promise.all(Array.from({ length: CONCURRENCY }, live));
    await until(
      async () =>
        (await on.database.pool.query("SELECT 1 FROM ndas WHERE status = 'sent'")).rowCount === SENT,
    );
  });
  afterAll(async () => {
    await on.database.drop();
    await server.stop();
  });

  it('is refused until every backend is stopped', async () => {
    await expect(copy(undefined, server.url)).rejects.toThrow('Stop every backend first');
    await backend.stop();
    await until(
      async () =>
        (await on.database.pool.query('SELECT 1 FROM leases WHERE expires_at > clock_timestamp()'))
          .rowCount === 0,
    );
  });

  it('makes a start fail if the checkpoints do not belong to the store', async () => {
    await expect(start({ EVENT_STORE_URL: server.url })).rejects.toThrow(/belongs to another event store/);
  });

  it('keeps every event, and does nothing twice: no mail, no charge', async () => {
    const before = await rows();
    const [mailsBefore, intentsBefore] = [
      await count('mailbox_messages'),
      await count('sandbox_payment_intents'),
    ];
    const lines = await copy(undefined, server.url);
    expect(lines.join('\n')).toMatch(
      new RegExp(`same \\d+ events in ${SENT} streams, all hash chains intact`),
    );
    // A second run finds everything copied already.
    expect((await copy(undefined, server.url)).join('\n')).toMatch(
      /(\d+) events are in the target, \1 of them from an earlier run/,
    );
    await start({ EVENT_STORE_URL: server.url });
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    await payByCard(browser, id);
    await untilSent(browser, id);
    expect(await count('mailbox_messages')).toBe(mailsBefore + 3);
    expect(await count('sandbox_payment_intents')).toBe(intentsBefore + 1);
    expect((await rows()).filter((row: { id: string }) => row.id !== id)).toEqual(before);
    expect((await mails(browser)).slice(0, 2)).toHaveLength(2);
    await backend.stop();
  });

  it('works in the other direction too, and includes the events since then', async () => {
    await expect(start({})).rejects.toThrow(/belongs to another event store/);
    await until(
      async () =>
        (await on.database.pool.query('SELECT 1 FROM leases WHERE expires_at > clock_timestamp()'))
          .rowCount === 0,
    );
    await copy(server.url, undefined);
    await start({});
    expect(await count("ndas WHERE status = 'sent'")).toBe(SENT + 1);
    await backend.stop();
  });
});
