import { DAY_MS } from '@siegel/contracts/limits';
import { ndaStream } from '#src/nda/nda.events';
import { expectErased, expectInOrder } from '../log/erasure-on-record.js';
import { IN_LIST, KilledBackend } from '../faults/killed-backend.js';
import { signature, terms } from '../steps/samples.js';
import { until } from '#src/platform/testing/until';
import { voucherStream } from '#src/voucher/voucher.events';
import { withdrawalStream } from '#src/withdrawals/model/withdrawal.events';

const TABLES = ['event_store.events', 'vault_keys', 'sealed_blobs', 'mailbox_messages'] as const;
const RETENTION = { RETENTION_VOUCHER_DAYS: '1', RETENTION_WITHDRAWAL_DAYS: '1' };

interface Life {
  readonly stream: string;
  /**
   * Requests the erasure. Undefined if no request is needed, because the erasure becomes due as time passes.
   */
  readonly call?: () => Promise<unknown>;
}

/**
 * Kinds of erasures. `calls` is the type of the event that calls for the destruction of the key. The backend
 * is killed at each write of an erasure. `steps` are the writes that only this kind of erasure makes.
 */
const LIVES: readonly (readonly [
  what: string,
  begin: (backend: KilledBackend) => Promise<Life>,
  calls: string,
  steps: readonly string[],
])[] = [
  [
    'an agreement that the admin erases',
    async (backend) => {
      const [party1, admin] = [backend.customer(), await backend.admin()];
      const id = String((await party1.ask('POST', '/api/ndas', terms)).body['id']);
      const first = { signatureMode: 'in-person', party1PaysForBoth: false };
      for (const [partyNumber, more] of [
        ['1', first],
        ['2', {}],
      ] as const) {
        const body = { partyNumber, signature: signature(partyNumber === '1' ? 1 : 2), ...more };
        expect((await party1.ask('POST', `/api/ndas/${id}/sign`, body)).status).toBe(200);
      }
      return { stream: ndaStream(id), call: () => admin.ask('DELETE', `/api/admin/ndas/${id}`) };
    },
    'NdaErased',
    ['DELETE sealed_blobs'],
  ],
  [
    'a voucher that the admin deletes',
    async (backend) => {
      const admin = await backend.admin();
      const { body } = await admin.ask('POST', '/api/admin/vouchers', { recipientName: 'Ada' });
      const id = String(body['id']);
      return { stream: voucherStream(id), call: () => admin.ask('DELETE', `/api/admin/vouchers/${id}`) };
    },
    'VoucherDeleted',
    [],
  ],
  [
    'a withdrawal whose time is over',
    async (backend) => {
      const request = { name: 'Grace', email: 'grace@example.net', reference: 'an order' };
      const { status } = await backend.customer().ask('POST', '/api/withdrawals', request, {
        key: 'a-withdrawal-of-grace',
      });
      expect(status).toBe(202);
      const { rows } = await until(async () => {
        const found = await backend.database.pool.query<{ stream: string }>(
          `SELECT stream FROM event_store.events WHERE type LIKE 'WithdrawalReceiptSent.%'`,
        );
        return found.rowCount === 1 && found;
      });
      return { stream: rows[0]?.stream ?? withdrawalStream('') };
    },
    'WithdrawalKeyDestructionDue',
    ['DELETE mailbox_messages'],
  ],
];

/** (rule:erasure-destroys-the-key, rule:erasures-survive-a-restore) */
describe.each(LIVES)('%s, while the backend is killed at each step', (_, begin, calls, steps) => {
  let backend: KilledBackend;
  beforeAll(async () => {
    backend = await KilledBackend.on({ env: RETENTION });
    await backend.serve();
  });
  afterAll(() => backend.remove());

  it('happens once, with one receipt and one line, and never before its event is recorded', async () => {
    const { stream, call } = await begin(backend);
    await backend.watch(...TABLES);
    const before = (await backend.erasure(stream)).types;
    const [kind = ''] = /^[a-z]+/.exec(stream) ?? [];
    const destroyed = `${kind === 'nda' ? 'Nda' : kind[0]?.toUpperCase() + kind.slice(1)}KeyDestroyed`;
    await backend.end('SIGKILL');
    const calling = call?.();
    const kills = await backend.killed(
      [stream],
      async () => (await backend.erasure(stream)).types.includes(destroyed),
      {
        inFiles: IN_LIST,
        check: async () => expectInOrder(await backend.erasure(stream)),
        aheadMs: call === undefined ? 3 * DAY_MS : 0,
      },
    );
    await calling;
    const found = await backend.erasure(stream);
    expect(found.types).toEqual([...before, calls, destroyed]);
    expectErased(found, backend.secrets.checkpointKeys[0]);
    const tail = stream.slice(-6);
    const writes = [
      `${tail} INSERT events ${calls}.v1`,
      `${tail} UPDATE vault_keys`,
      ...steps.map((step) => `${tail} ${step}`),
      `${tail} INSERT events ${destroyed}.v1`,
    ];
    const stopped = writes.flatMap((write) => [`${write}: rolled back`, `${write}: committed`]);
    const inList = IN_LIST.map((death) => death.join(' '));
    expect(kills.toSorted()).toEqual([...stopped, ...inList].toSorted());
  });
});
