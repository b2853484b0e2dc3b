import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { personal } from '../nda/testing/samples.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { CurrentNdas } from './current-ndas.js';
import { NdaAccess } from './reading/nda-access.js';
import { NdaReadModel } from './nda-read-model.js';
import { ReadNda, ReadNdaAt, ReadNdaAtHandler, ReadNdaHandler } from './reading/agreement.queries.js';

let bench: TestInfrastructure;
let waited: unknown[];
beforeAll(async () => {
  bench = await openTestInfrastructure();
});
afterAll(() => bench.stop());
beforeEach(() => {
  waited = [];
});

/** A projection that never catches up, as if no backend led it. */
const behind: ReadYourWrites = {
  waitFor: async (...query) => {
    waited.push(query);
    return false;
  },
};
const ndas = (): NdaReadModel =>
  new NdaReadModel({ ...bench.infrastructure, readYourWrites: behind, current: current() });
const current = (): CurrentNdas => new CurrentNdas(bench.infrastructure);
const viewAt = (id: string, revision: number, from = current()) =>
  new ReadNdaAtHandler(from, ndas()).execute(new ReadNdaAt(id, revision));

describe('N while its projection is behind', () => {
  it('is folded from the stream, and its sealed parts are opened', async () => {
    const { SignAsParty1, RequestPayment, ApplyVoucher } = oneOfEachCommand;
    const id = await bench.nda(SignAsParty1, RequestPayment, ApplyVoucher);
    expect(await ndas().rows([id])).toEqual([]);
    expect(await viewAt(id, 3)).toMatchObject({
      id,
      ...personal,
      revision: 3,
      status: 'party1_signed',
      paymentStatus: 'succeeded',
      voucherCode: ApplyVoucher.voucherCode,
      createdAt: bench.clock.now().toISOString(),
    });
    expect(waited).toEqual([['ndas', id, 3]]);
  });

  it("is also the answer to the creator's next request, which is not_found after an erasure", async () => {
    const { CreateNda, SignAsParty1 } = oneOfEachCommand;
    const reader = {
      creatorKeys: [CreateNda.creatorKeyHash],
      isAdmin: async () => false,
      record: async () => undefined,
    };
    const read = (id: string) => {
      const handler = new ReadNdaHandler(new NdaAccess(current()), ndas());
      return handler.execute(new ReadNda(id, reader, undefined));
    };
    const id = await bench.nda(SignAsParty1);
    expect(await read(id)).toMatchObject({ nda: { id, ...personal, revision: 1, status: 'party1_signed' } });
    const erased = await bench.nda({ type: 'EraseNda', reason: 'admin' });
    await expect(read(erased)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is never older than its stream, whatever was read before and whatever its row says', async () => {
    const { SignAsParty1, SignAsParty2 } = oneOfEachCommand;
    const id = await bench.nda(SignAsParty1);
    const from = current();
    expect(await from.one(id)).toMatchObject({ state: { revision: 1, status: 'party1_signed' } });
    await readModelsOf(bench.infrastructure);
    await bench.run(id, SignAsParty2);
    expect(await ndas().rows([id])).toMatchObject([{ state: { revision: 1, status: 'party1_signed' } }]);
    expect(await from.one(id)).toMatchObject({ state: { revision: 3, status: 'completed' } });
    expect(await viewAt(id, 3, from)).toMatchObject({ revision: 3, status: 'completed' });
  });

  it('includes events after the awaited revision', async () => {
    const id = await bench.nda(oneOfEachCommand.SignAsParty1);
    expect(await viewAt(id, 0)).toMatchObject({ revision: 1, status: 'party1_signed' });
  });

  it('equals the view made from its row once the projection has caught up', async () => {
    const { SignAsParty1, ApplyVoucher, SignAsParty2 } = oneOfEachCommand;
    const from = current();
    const id = await bench.nda(SignAsParty1);
    await from.one(id);
    for (const command of [ApplyVoucher, SignAsParty2]) await bench.run(id, command);
    await readModelsOf(bench.infrastructure);
    const [row, now] = [(await ndas().rows([id]))[0], await from.one(id)];
    if (row === undefined || now === undefined) throw new Error('no NDA');
    expect(await ndas().adminView(now)).toEqual(await ndas().adminView(row));
  });

  it("follows a corrected address, and shows the IP address of Party 2's signature in remote mode only", async () => {
    const { SignAsParty1, ApplyVoucher, InviteParty2, CorrectParty2Address, SignAsParty2 } = oneOfEachCommand;
    const remote = { ...SignAsParty1, mode: 'remote', party1PaysForBoth: true } as const;
    const id = await bench.nda(remote, ApplyVoucher, InviteParty2, CorrectParty2Address);
    expect(await viewAt(id, 4)).toMatchObject({
      party2Email: CorrectParty2Address.party2Email,
      party2SignatureIp: null,
    });
    const byLink = {
      ...SignAsParty2,
      channel: { kind: 'remote', tokenHash: CorrectParty2Address.tokenHash },
    } as const;
    const { commands } = bench.infrastructure;
    await commands.run(
      ndaDecider,
      id,
      byLink,
      bench.context({ actor: 'party2', origin: { ip: '203.0.113.9', userAgent: 'Firefox' } }),
    );
    expect(await viewAt(id, 6)).toMatchObject({
      status: 'completed',
      party2SignatureIp: '203.0.113.9',
    });
  });

  it('is unknown without a stream, after an erasure, and without its key', async () => {
    await expect(viewAt('01930000-0000-7000-8000-00000000dead', 0)).rejects.toMatchObject({
      code: 'not_found',
    });
    const id = await bench.nda({ type: 'EraseNda', reason: 'admin' });
    await expect(viewAt(id, 1)).rejects.toMatchObject({ code: 'not_found' });
    const keyless = await bench.nda();
    await bench.infrastructure.vault.destroyKey(ndaStream(keyless));
    await expect(viewAt(keyless, 0)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has signatures and documents only if they exist', async () => {
    const id = await bench.nda();
    const row = await current().one(id);
    if (row === undefined) throw new Error('no row');
    expect(await ndas().signature(row, 1)).toBeUndefined();
    expect(await ndas().document(row)).toBeUndefined();
  });
});
