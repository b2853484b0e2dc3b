import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@siegel/contracts/limits';
import { createErasers, type Erasers, eraserParts } from '../app/erasers.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { verifyChain } from '../eventsourcing/journal/chain.js';
import { newId } from '../platform/crypto/ids.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { silentLogger } from '../platform/logging/logger.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { retention } from '../../testing/steps/samples.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { verifyDestruction } from '../vault/erasure.js';
import { withdrawalsAfterRetention } from '../withdrawals/owed-withdrawals.js';
import { withdrawalDecider } from '../withdrawals/model/withdrawal.decider.js';
import { withdrawalStream } from '../withdrawals/model/withdrawal.events.js';
import { declaration } from '../withdrawals/model/testing/samples.js';
import { applyListedErasures } from './apply-listed-erasures.js';
import { ListedBackends } from '../../testing/log/listed.js';
import {
  eraseWithdrawalKeyJob,
  owedWithdrawalKeyDestructions,
  WithdrawalKeyEraser,
} from './erase-withdrawal-key.js';

const DAYS = 1461;

describe("a withdrawal's key", () => {
  let bench: TestInfrastructure;
  let folder: string;
  let erasers: Erasers;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
    folder = await mkdtemp(join(tmpdir(), 'siegel-withdrawals-'));
    erasers = erasersOf('one');
  });
  afterAll(async () => {
    await bench.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The erasers of one backend. */
  const erasersOf = (backend: string): Erasers =>
    createErasers(bench.infrastructure, {
      commands: bench.infrastructure.commands,
      config: {
        dataDir: join(folder, backend),
        retention: { ...retention, withdrawalDays: DAYS },
      },
      settle: async () => {},
    });
  async function withdrawn(): Promise<string> {
    const id = newId();
    const command = { type: 'DeclareWithdrawal', declaration, receipt: 'brief' } as const;
    await bench.infrastructure.commands.run(withdrawalDecider, id, command, bench.context());
    return id;
  }
  /** Stops after the given step, as `kill -9` would. */
  async function killedAfter(id: string, step: string): Promise<void> {
    const { commands, vault } = bench.infrastructure;
    const dying = (): Promise<never> => Promise.reject(new Error('killed'));
    const parts = eraserParts(bench.infrastructure, {
      commands,
      config: { dataDir: join(folder, 'killed') },
    });
    const killed = new WithdrawalKeyEraser({
      ...parts,
      days: DAYS,
      ...(step === 'called' && { vault: { keyIdOf: vault.keyIdOf.bind(vault), destroyKey: dying } }),
      ...(step === 'destroyed' && { list: { note: dying } }),
      ...(step === 'listed' && {
        commands: {
          state: commands.state.bind(commands),
          lastTrusted: commands.lastTrusted.bind(commands),
          run: (decider, of, command, ...rest) =>
            isRecord(command) ? dying() : commands.run(decider, of, command, ...rest),
        } satisfies CommandRunner,
      }),
    });
    await expect(killed.erase(id)).rejects.toThrow('killed');
  }
  const isRecord = (command: unknown): boolean =>
    (command as { type: string }).type === 'RecordWithdrawalKeyDestroyed';
  const load = (id: string) => bench.infrastructure.commands.state(withdrawalDecider, id);
  const types = async (id: string): Promise<string[]> => (await load(id)).events.map(({ type }) => type);

  it('is destroyed when its retention is over, with a receipt; the skeleton stays and its chain is intact', async () => {
    const id = await withdrawn();
    bench.clock.advance(DAYS * DAY_MS - 1);
    const job = eraseWithdrawalKeyJob(erasers.withdrawals);
    await job.run({ withdrawalId: id }, jobContext());
    expect((await load(id)).state.declaration).toEqual(declaration);
    bench.clock.advance(1);
    await Promise.all([1, 2].map(() => job.run({ withdrawalId: id }, jobContext())));
    const { events, state } = await load(id);
    const [, due, last] = events;
    expect(events).toHaveLength(3);
    expect(due).toMatchObject({
      type: 'WithdrawalKeyDestructionDue',
      open: { reason: 'retention', days: DAYS },
      at: bench.clock.now().toISOString(),
    });
    if (last?.type !== 'WithdrawalKeyDestroyed') throw new Error('no receipt');
    const { receipts, store } = bench.infrastructure;
    expect(verifyDestruction(withdrawalStream(id), last.open, await receipts.publicKeys())).toBe(true);
    expect(state.declaration).toBeUndefined();
    expect(verifyChain(await store.readStream(withdrawalStream(id)))).toMatchObject({ intact: true });
  });

  it('is not destroyed if nobody declared the withdrawal', async () => {
    const id = newId();
    await erasers.withdrawals.erase(id);
    expect(await types(id)).toEqual([]);
  });

  it('is destroyed again after the database was restored', async () => {
    const id = await withdrawn();
    const other = erasersOf('other');
    const genuine = new ListedBackends(bench, folder);
    await other.list.note([await genuine.genuine(withdrawalStream(id))]);
    const start = () => applyListedErasures({ ...bench.infrastructure, ...other, logger: silentLogger });
    expect(await start()).toBe(1);
    expect(await start()).toBe(0);
    expect(await types(id)).toEqual([
      'WithdrawalDeclared',
      'WithdrawalKeyDestructionDue',
      'WithdrawalKeyDestroyed',
    ]);
    expect((await load(id)).state.declaration).toBeUndefined();
  });

  it.each(['called', 'destroyed', 'listed'])(
    'is destroyed completely after a process was killed at the step: %s',
    async (step) => {
      const id = await withdrawn();
      bench.clock.advance(DAYS * DAY_MS);
      await killedAfter(id, step);
      const before = await types(id);
      expect(before).toEqual(['WithdrawalDeclared', 'WithdrawalKeyDestructionDue']);
      await erasersOf('killed').withdrawals.erase(id);
      expect(await types(id)).toEqual([...before, 'WithdrawalKeyDestroyed']);
      expect((await load(id)).state.declaration).toBeUndefined();
    },
  );

  it('gets the missing event at the next start if an earlier version destroyed the key because of time alone', async () => {
    const id = await withdrawn();
    bench.clock.advance(DAYS * DAY_MS);
    await bench.infrastructure.vault.destroyKey(withdrawalStream(id));
    const backends = new ListedBackends(bench, folder);
    await backends.start('upgraded');
    expect(await types(id)).toEqual([
      'WithdrawalDeclared',
      'WithdrawalKeyDestructionDue',
      'WithdrawalKeyDestroyed',
    ]);
    expect(backends.tampering.all).toEqual([]);
    expect((await backends.listed('upgraded')).map(({ stream }) => stream)).toContain(withdrawalStream(id));
  });

  it('is owed for destruction once the retention is over, because of time alone, until it is destroyed', async () => {
    const due = [await withdrawn(), await withdrawn(), await withdrawn()];
    bench.clock.advance(DAYS * DAY_MS);
    const late = await withdrawn();
    await readModelsOf(bench.infrastructure);
    const before = new Date(bench.clock.now().getTime() - DAYS * DAY_MS);
    const { backgroundPool } = bench.infrastructure;
    const found = async (limit: number): Promise<string[]> => {
      const all: string[] = [];
      let after: string | undefined;
      do {
        const page = await withdrawalsAfterRetention(backgroundPool, before, after, limit);
        all.push(...page.map(({ withdrawalId }) => withdrawalId));
        after = page.length < limit ? undefined : page.at(-1)?.cursor;
      } while (after !== undefined);
      return all;
    };
    for (const limit of [1, 2, 100]) expect(await found(limit)).toEqual(expect.arrayContaining(due));
    expect(new Set(await found(1)).size).toBe((await found(100)).length);
    expect(await found(100)).not.toContain(late);
    const ended = withdrawalStream(due[1] ?? '');
    const sweep = owedWithdrawalKeyDestructions(
      (after, limit) => withdrawalsAfterRetention(backgroundPool, before, after, limit),
      (stream) => stream === ended,
    );
    const { jobs } = await sweep.find(undefined);
    expect(jobs.map(({ key }) => key)).not.toContain(`erase:${ended}`);
    expect(jobs).toContainEqual({
      task: 'erase-withdrawal-key',
      payload: { withdrawalId: due[0] },
      key: `erase:${withdrawalStream(due[0] ?? '')}`,
    });
    for (const id of due) await erasers.withdrawals.erase(id);
    await readModelsOf(bench.infrastructure);
    expect(await found(100)).not.toEqual(expect.arrayContaining([due[0]]));
  });
});
