import { believed } from '../eventsourcing/trust/testing/believed.js';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { ListedBackends } from '../../testing/log/listed.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand as commands } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { createReceipts } from '../vault/receipts.js';
import { declaration } from '../withdrawals/model/testing/samples.js';
import { withdrawalDecider } from '../withdrawals/model/withdrawal.decider.js';
import { withdrawalStream } from '../withdrawals/model/withdrawal.events.js';
import {
  type WaitingErasureParts,
  appliedText,
  applyConfirmed,
  waitingErasures,
  waitingText,
} from './waiting-erasures.js';

describe("lines that wait for the operator's decision", () => {
  let bench: TestInfrastructure;
  let folder: string;
  let backends: ListedBackends;
  beforeEach(async () => {
    bench = await openTestInfrastructure();
    folder = await mkdtemp(join(tmpdir(), 'siegel-word-'));
    backends = new ListedBackends(bench, folder);
  });
  afterEach(async () => {
    await bench.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const parts = (): WaitingErasureParts => {
    const erasers = backends.of('one');
    const { pool, receipts } = bench.infrastructure;
    return { pool, receipts, erasers, list: erasers.list, receiptKeys: erasers.receiptKeys };
  };
  /** Returns a line that is signed with a key unknown to this backend, such as a former CHECKPOINT_KEY. */
  async function ofAnotherKey(stream: string, isNamed: boolean) {
    const { pool } = bench.infrastructure;
    const former = createReceipts({ signingKey: randomBytes(32), pool });
    if (isNamed) await former.start();
    const { keyId, destroyedAt } = await backends.fromBefore(stream);
    const unsigned = { stream, keyId, destroyedAt, receiptKeyId: former.keyId };
    return { ...unsigned, receiptSignature: former.sign(unsigned) };
  }

  it('are shown once for each stream, with their signer, and nothing is changed', async () => {
    const [ours, named, nobodys, erased] = await Promise.all([1, 2, 3, 4].map(() => bench.nda()));
    const [a, b, c, d] = [ours, named, nobodys, erased].map((id) => ndaStream(String(id)));
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error();
    const lines = [
      await backends.fromBefore(a),
      await backends.fromBefore(a),
      await ofAnotherKey(b, true),
      await ofAnotherKey(c, false),
      await backends.fromBefore(d),
    ];
    await bench.run(String(erased), { type: 'EraseNda', reason: 'admin' });
    await backends.of('other').ndas.erase(String(erased));
    await backends.of('one').list.note(lines);
    const waiting = await waitingErasures(parts());
    expect(waiting.map(({ line, erasure, signedBy }) => [line, erasure.stream, signedBy])).toEqual([
      [1, a, 'this service'],
      [3, b, 'a key that only the database names'],
      [4, c, 'nobody'],
    ]);
    expect(waiting.map(waitingText)[0]).toBe(
      `${a}: line 1, destroyed ${lines[0]?.destroyedAt}, signed by this service`,
    );
    expect(await bench.types(String(ours))).toEqual(['NdaCreated']);
  });

  it('are erased if they are named, which an event records, and then no longer wait', async () => {
    const [ndaId, other, withdrawal] = [await bench.nda(), await bench.nda(), newId()];
    const declare = { type: 'DeclareWithdrawal', declaration, receipt: 'brief' } as const;
    const { commands: runner } = bench.infrastructure;
    await runner.run(withdrawalDecider, withdrawal, declare, bench.context());
    const streams = [ndaStream(ndaId), withdrawalStream(withdrawal)];
    const lines = [...streams, ndaStream(other)].map((stream) => backends.fromBefore(stream));
    await backends.of('one').list.note(await Promise.all(lines));
    const applied = await applyConfirmed(parts(), await waitingErasures(parts()), streams);
    expect(applied).toEqual(streams.map((stream) => ({ stream, result: 'again' })));
    const { events } = await runner.state(withdrawalDecider, withdrawal).catch(() => ({ events: [] }));
    expect(events.map(({ type }) => type).slice(1)).toEqual([
      'WithdrawalKeyDestructionDue',
      'WithdrawalKeyDestroyed',
    ]);
    const stored = await bench.infrastructure.store.readStream(ndaStream(ndaId));
    const [, decided, done] = stored.map((one) => bench.infrastructure.journal.decode(believed(one)));
    expect(decided).toMatchObject({ type: 'NdaErased', open: { reason: 'restored' }, actor: 'admin' });
    expect(done).toMatchObject({ type: 'NdaKeyDestroyed', open: { eventId: decided?.id } });
    expect((await waitingErasures(parts())).map(({ erasure }) => erasure.stream)).toEqual([ndaStream(other)]);
    expect(await bench.types(other)).toEqual(['NdaCreated']);
    expect((await backends.listed('one')).filter(({ eventId }) => eventId !== undefined)).toHaveLength(2);
  });

  it('are never applied if nobody signed them; --all applies all other lines', async () => {
    const [ours, nobodys] = [await bench.nda(), await bench.nda()];
    const line = await ofAnotherKey(ndaStream(nobodys), false);
    await backends.of('one').list.note([await backends.fromBefore(ndaStream(ours)), line]);
    const waiting = await waitingErasures(parts());
    await expect(applyConfirmed(parts(), waiting, [ndaStream(nobodys)])).rejects.toThrow('siegel nda:erase');
    await expect(applyConfirmed(parts(), waiting, [ndaStream(newId())])).rejects.toThrow('no line for');
    expect(await applyConfirmed(parts(), waiting, 'all')).toEqual([
      { stream: ndaStream(ours), result: 'again' },
    ]);
    expect(await bench.types(nobodys)).toEqual(['NdaCreated']);
  });

  it('are not applied to a closed stream, and say what to do', async () => {
    const { pool } = bench.infrastructure;
    const [first, last] = [await bench.nda(), await bench.nda(commands.SetLegalHold)];
    const streams = [ndaStream(first), ndaStream(last)];
    await backends.of('one').list.note(await Promise.all(streams.map((one) => backends.fromBefore(one))));
    const [one, other] = [
      await alterEvent(pool, ndaStream(first), 0),
      await alterEvent(pool, ndaStream(last), 1),
    ];
    const applied = await applyConfirmed(parts(), await waitingErasures(parts()), streams);
    expect(applied).toEqual(streams.map((stream) => ({ stream, result: 'closed' })));
    expect(applied.map(appliedText)[0]).toBe(
      `${streams[0]}: not erased: the stream is closed, so nothing can be recorded in it. Repair it first (siegel log:repair ${streams[0]}), and then repeat this command`,
    );
    for (const altered of [one, other]) await altered.putBack();
    expect(await applyConfirmed(parts(), await waitingErasures(parts()), [ndaStream(first)])).toEqual([
      { stream: ndaStream(first), result: 'again' },
    ]);
  });

  it("are not applied if the key that they name is not the stream's", async () => {
    const ndaId = await bench.nda();
    const stream = ndaStream(ndaId);
    const { receipts } = bench.infrastructure;
    const unsigned = { ...(await backends.fromBefore(stream)), keyId: newId() };
    const { receiptSignature: _, ...rest } = unsigned;
    await backends.of('one').list.note([{ ...rest, receiptSignature: receipts.sign(rest) }]);
    const applied = await applyConfirmed(parts(), await waitingErasures(parts()), 'all');
    expect(applied).toEqual([{ stream, result: 'other-key' }]);
    expect(await bench.types(ndaId)).toEqual(['NdaCreated']);
  });
});
