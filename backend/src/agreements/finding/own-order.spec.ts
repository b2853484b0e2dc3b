import type { Party } from '@siegel/contracts/enums';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import type { NdaCommand } from '../../nda/nda.commands.js';
import { ndaStream } from '../../nda/nda.events.js';
import { oneOfEachCommand as commands } from '../../nda/testing/commands.js';
import { personal } from '../../nda/testing/samples.js';
import { newId } from '../../platform/crypto/ids.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { readModelsOf } from '../../../testing/backend/read-models.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { SealBroken } from '../../vault/vault.js';
import { CurrentNdas } from '../current-ndas.js';
import { type FoundOrder, findOrder } from './find-order.js';
import { ownOrder } from './own-order.js';

const { party1Email, party2Email } = personal;
const { SignAsParty1, ApplyVoucher, CorrectParty1Address, CorrectParty2Address } = commands;
const REMOTE = { ...SignAsParty1, mode: 'remote' } as const;
const OTHER = 'stranger@example.net';

describe('the check that an order belongs to a mailbox', () => {
  let bench: TestInfrastructure;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());

  const find = (reference: string): Promise<FoundOrder | undefined> => {
    const parts = { ...bench.infrastructure, logger: silentLogger };
    return findOrder({ ...parts, ndas: new CurrentNdas(parts) })(reference);
  };
  const isOwn = (reference: string, email: string): Promise<boolean> =>
    ownOrder({ ...bench.infrastructure, find, logger: silentLogger })(reference, email);
  const sql = (text: string, ...values: unknown[]) => bench.infrastructure.pool.query(text, values);
  const paid = async (...more: readonly NdaCommand[]): Promise<string> => {
    const id = await bench.nda(SignAsParty1, { ...ApplyVoucher, voucherId: newId() }, ...more);
    await readModelsOf(bench.infrastructure);
    return id;
  };

  it('is true for each mailbox that the paying party has or had, by order number or id', async () => {
    const id = await paid(CorrectParty1Address);
    for (const reference of [orderNumber(id, 1), `Nr. ${orderNumber(id, 1).toLowerCase()}.`, `nda/${id}`])
      for (const email of [party1Email, party1Email.toUpperCase(), 'al@example.org'])
        expect(await isOwn(reference, email)).toBe(true);
    for (const email of [OTHER, party2Email]) expect(await isOwn(orderNumber(id, 1), email)).toBe(false);
  });

  it('is false for an unpaid order, another order, and no order', async () => {
    const draft = await bench.nda(SignAsParty1);
    const [one, other] = [await paid(), newId()];
    expect(await isOwn(orderNumber(draft, 1), party1Email)).toBe(false);
    expect(await isOwn(draft, party1Email)).toBe(false);
    expect(await isOwn(orderNumber(one, 2), party2Email)).toBe(false);
    for (const reference of [other, orderNumber(other, 1), 'order of 12 November', ''])
      expect(await isOwn(reference, party1Email)).toBe(false);
  });

  it("is true for Party 2's own order with each of Party 2's addresses", async () => {
    const id = await bench.nda(
      REMOTE,
      { ...ApplyVoucher, voucherId: newId() },
      commands.InviteParty2,
      CorrectParty2Address,
    );
    const voucher = {
      ...ApplyVoucher,
      party: 2 as Party,
      voucherId: newId(),
      tokenHash: CorrectParty2Address.tokenHash,
    };
    await bench.run(id, voucher);
    await readModelsOf(bench.infrastructure);
    for (const email of [party2Email, 'cb@example.org'])
      expect(await isOwn(orderNumber(id, 2), email)).toBe(true);
    expect(await isOwn(orderNumber(id, 2), party1Email)).toBe(false);
    expect(await isOwn(orderNumber(id, 1), party2Email)).toBe(false);
  });

  it('does not trust a row', async () => {
    const [own, foreign] = [await paid(), await bench.nda(SignAsParty1)];
    await readModelsOf(bench.infrastructure);
    await sql(
      `UPDATE ndas SET state = jsonb_set(state, '{payments,1}', state #> '{payments,1}' ||
         '{"amount": 199, "paidAt": "2026-01-01T00:00:00.000Z"}') WHERE id = $1`,
      foreign,
    );
    expect(await isOwn(orderNumber(foreign, 1), party1Email)).toBe(false);
    // The changed row contains the number of another order. A search for that number now finds this paid
    // order.
    const stolen = orderNumber(newId(), 1);
    await sql('UPDATE ndas SET party1_order_number = $2 WHERE id = $1', own, stolen);
    expect(await isOwn(stolen, party1Email)).toBe(false);
    expect(await isOwn(orderNumber(own, 1), party1Email)).toBe(false);
  });

  it('is false after an erasure', async () => {
    const id = await paid();
    await bench.run(id, commands.EraseNda);
    expect(await isOwn(orderNumber(id, 1), party1Email)).toBe(false);
    await bench.infrastructure.vault.destroyKey(ndaStream(id));
    expect(await isOwn(orderNumber(id, 1), party1Email)).toBe(false);
  });

  it('is false for a stream that cannot be read, and throws every other error', async () => {
    const id = await paid();
    const failing = (error: Error) =>
      ownOrder({
        find,
        commands: { lastTrusted: jest.fn().mockRejectedValue(error) },
        logger: silentLogger,
      })(orderNumber(id, 1), party1Email);
    expect(await failing(new SealBroken('event 1'))).toBe(false);
    await expect(failing(new Error('the store is away'))).rejects.toThrow('the store is away');
  });
});
