import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../platform/errors/operator-error.js';
import { silentLogger, type Logger } from '../platform/logging/logger.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { CheckpointBehind, checkpointToContinue, TreeGrowing } from './checkpoint-to-continue.js';
import { adoptionInUse, adoptionOf } from './adoption-in-use.js';
import { KeptCheckpoint, newestKept, readKeptCheckpoint, writeKeptCheckpoint } from './kept-checkpoint.js';
import { type SignedCheckpoint, newestCheckpoint } from './signed-checkpoints.js';
import { signCheckpoint, signCheckpoints } from './sign-checkpoints.js';
import { TreeWatch } from './tree-watch.js';
import { until } from '../platform/testing/until.js';
import type { Infrastructure } from '../app/infrastructure.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { treeSize } from './stored-tree.js';

const of = (size: number): SignedCheckpoint => ({
  size,
  root: 'ab'.repeat(32),
  at: '2026-03-01T10:00:00.000Z',
  keyId: 'c'.repeat(16),
  signature: randomBytes(64).toString('base64'),
});
const kept = (size: number, log = 'log-a', adopted: string | null = null) => ({
  log,
  adopted,
  checkpoint: of(size),
});

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kept-'));
});
afterEach(async () => {
  await chmod(dataDir, 0o700);
  await rm(dataDir, { recursive: true, force: true });
});

describe('the file with the newest checkpoint', () => {
  const open = (more: Partial<Parameters<typeof KeptCheckpoint.open>[0]> = {}) =>
    KeptCheckpoint.open({ log: 'log-a', adopted: null, dataDir, logger: silentLogger, ...more });

  it('has the whole checkpoint, is only for its owner, and survives a restart', async () => {
    const one = await open();
    expect(one.newest).toBeUndefined();
    const checkpoint = of(4);
    await one.keep(checkpoint);
    expect(await readKeptCheckpoint(dataDir)).toEqual({ log: 'log-a', adopted: null, checkpoint });
    expect((await stat(join(dataDir, 'checkpoint'))).mode & 0o777).toBe(0o600);
    expect((await open()).newest).toEqual(checkpoint);
    expect(await readdir(dataDir)).toEqual(['checkpoint']);
  });

  it('has the largest checkpoint, however many are kept at once', async () => {
    const one = await open();
    await Promise.all([3, 1, 9, 4].map((size) => one.keep(of(size))));
    expect([one.newest?.size, (await readKeptCheckpoint(dataDir))?.checkpoint.size]).toEqual([9, 9]);
    expect((await readFile(join(dataDir, 'checkpoint'))).length).toBeLessThan(1024);
  });

  it('is the largest one of all backends, whatever else is in their folder', async () => {
    for (const [name, size] of [
      ['3000', 4],
      ['3001', 7],
    ] as const)
      await writeKeptCheckpoint(join(dataDir, name), kept(size));
    // The folder of a file system of its own, in which nobody but root can read.
    await mkdir(join(dataDir, 'lost+found', 'checkpoint'), { recursive: true });
    const inUse = { log: 'log-a', ...adoptionInUse(undefined, undefined) };
    expect(await newestKept(undefined, dataDir, inUse)).toMatchObject({ size: 7 });
    await mkdir(join(dataDir, '3002', 'checkpoint'), { recursive: true });
    await expect(newestKept(undefined, dataDir, inUse)).rejects.toThrow(OperatorError);
  });

  it('does not bind after an adoption, or for another log, and is then replaced', async () => {
    await writeKeptCheckpoint(dataDir, kept(40));
    for (const more of [{ log: 'log-b' }, { adopted: adoptionOf('a statement') }]) {
      const one = await open(more);
      expect(one.newest).toBeUndefined();
    }
    const adopted = adoptionOf('a statement\n');
    expect(adopted).toBe(adoptionOf(' a statement'));
    const one = await open({ adopted });
    await one.keep(of(2));
    expect(await readKeptCheckpoint(dataDir)).toMatchObject({ adopted, checkpoint: { size: 2 } });
  });

  it('binds under every statement that was not made after the one of its time', async () => {
    const [monday, tuesday] = ['monday', 'tuesday'].map((text) => adoptionOf(text) ?? '');
    await writeKeptCheckpoint(dataDir, kept(40, 'log-a', tuesday));
    const sizeUnder = async (inUse: Partial<Parameters<typeof open>[0]>) => (await open(inUse)).newest?.size;
    expect(await sizeUnder({ adopted: null })).toBe(40);
    expect(await sizeUnder({ adopted: monday, earlier: [] })).toBe(40);
    expect(await sizeUnder({ adopted: tuesday, earlier: [monday ?? ''] })).toBe(40);
    const wednesday = adoptionOf('wednesday');
    expect(await sizeUnder({ adopted: wednesday, earlier: [tuesday ?? ''] })).toBeUndefined();
    // A statement of a version that did not record the earlier ones.
    expect(await sizeUnder({ adopted: wednesday })).toBeUndefined();
  });

  it.each([
    ['empty', ''],
    ['cut off', JSON.stringify(kept(4)).slice(0, 90)],
    ['another form', '{"log":"log-a","adopted":null,"checkpoint":{"size":"4"}}'],
    ['too large', `${JSON.stringify(kept(4))}${' '.repeat(5000)}`],
  ])('counts as none, and is reported, if it is %s', async (_, text) => {
    await writeFile(join(dataDir, 'checkpoint'), text);
    const told: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (__, message) => void told.push(message) };
    expect((await open({ logger })).newest).toBeUndefined();
    expect(told).toHaveLength(1);
  });

  it('is replaced as a whole: what a killed process left beside it is removed', async () => {
    await writeKeptCheckpoint(dataDir, kept(4));
    await writeFile(join(dataDir, 'checkpoint.7c0ffee'), '{"log":"log');
    expect((await open()).newest?.size).toBe(4);
    expect(await readdir(dataDir)).toEqual(['checkpoint']);
  });

  it('is missed with a warning while DATA_DIR cannot be written, and written as soon as it can', async () => {
    const told: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (_, message) => void told.push(message) };
    await rm(dataDir, { recursive: true });
    await writeFile(dataDir, 'no folder');
    const one = await KeptCheckpoint.open({
      log: 'log-a',
      adopted: null,
      dataDir: join(dataDir, 'x'),
      logger,
    }).catch(() => undefined);
    expect(one).toBeUndefined();
    await rm(dataDir);
    const two = await open({ logger });
    await writeFile(dataDir, 'no folder');
    await two.keep(of(1));
    await two.keep(of(2));
    expect([two.newest?.size, told.length, two.warning]).toEqual([2, 1, expect.stringContaining('DATA_DIR')]);
    await rm(dataDir);
    await two.keep(of(2));
    expect(two.warning).toBeUndefined();
    expect((await readKeptCheckpoint(dataDir))?.checkpoint.size).toBe(2);
  });
});

describe('a database that was put back behind the checkpoint that a backend kept', () => {
  const TABLES = [
    'event_store.events',
    'log_leaves',
    'log_nodes',
    'log_tree',
    'log_forks',
    'log_checkpoints',
    'checkpoints',
  ];
  let met: CheckpointedLog;
  beforeEach(async () => {
    met = await CheckpointedLog.open();
  });
  afterEach(() => met.stop());

  const sql = (text: string) => met.pool.query(text);
  const told = (): string[] => met.tampering.all.map(({ kind }) => kind);
  const nameOf = (table: string): string => `copies.${table.replace('.', '_')}`;
  async function copy(): Promise<void> {
    await sql('CREATE SCHEMA copies');
    for (const table of TABLES) await sql(`CREATE TABLE ${nameOf(table)} AS SELECT * FROM ${table}`);
  }
  /** Puts back all rows of the log and of its tree, as somebody with a copy can. */
  async function putBack(tables: readonly string[] = TABLES): Promise<void> {
    await met.stopCheckpointer();
    for (const table of tables) {
      await sql(`DELETE FROM ${table}`);
      await sql(`INSERT INTO ${table} SELECT * FROM ${nameOf(table)}`);
    }
    await sql("UPDATE checkpoints SET epoch = epoch + 10 WHERE name = 'checkpointer'");
    await sql("UPDATE leases SET epoch = epoch + 10 WHERE name = 'checkpointer'");
  }
  /** Continues the log and its tree in a process that never saw what was taken away. */
  async function grow(): Promise<Infrastructure> {
    const by = await met.another();
    const size = await treeSize(met.pool);
    await met.stopCheckpointer();
    met.restartCheckpointer(by);
    const ndaId = newId();
    const context = contextAt(met.bench.clock.now().toISOString(), { commandId: newId() });
    await by.commands.run(ndaDecider, ndaId, { ...oneOfEachCommand.CreateNda, ndaId, chain: ndaId }, context);
    await until(async () => (await treeSize(met.pool)) === size + 1);
    return by;
  }

  it.each([
    ['this process', async () => met.bench.infrastructure],
    ['the next process on its DATA_DIR', async () => met.another({ dataDir })],
  ])('gets no checkpoint from %s, and is reported', async (_, process) => {
    const before = await met.another({ dataDir });
    await met.nda();
    await met.sign();
    await copy();
    await met.nda();
    const newest = await met.sign();
    await new TreeWatch({ ...before, closed: before.trust.closed }).look();
    expect((await readKeptCheckpoint(dataDir))?.checkpoint).toEqual(newest);
    await putBack();
    const parts = { ...met.treeParts, tree: (await process()).tree, clock: met.bench.clock };
    await expect(signCheckpoint(parts)).rejects.toBeInstanceOf(CheckpointBehind);
    expect(told()).toEqual(['checkpoint_behind']);
    // The tree grows on, and does not become the one that was signed.
    await grow();
    await expect(signCheckpoint(parts)).rejects.toBeInstanceOf(CheckpointBehind);
    expect((await newestCheckpoint(met.pool))?.size).toBe(1);
    expect((await readKeptCheckpoint(dataDir))?.checkpoint).toEqual(newest);
  });

  it('gets checkpoints again after an adoption, or from a process that never saw the later one', async () => {
    await met.nda();
    await met.sign();
    await copy();
    await met.nda();
    await met.sign();
    await putBack();
    const { keys } = met.bench.infrastructure.trust;
    const { newest } = met.bench.infrastructure.tree.kept;
    if (newest === undefined) throw new Error('nothing was kept');
    await writeKeptCheckpoint(dataDir, { log: keys.log, adopted: null, checkpoint: newest });
    const adopted = await met.another({ dataDir, accepted: [] });
    await grow();
    const parts = { ...met.treeParts, tree: adopted.tree, clock: met.bench.clock };
    const signed = await signCheckpoint(parts);
    expect(signed.size).toBe(2);
    expect(signed.root).not.toBe(newest.root);
    expect(told()).toEqual([]);
  });

  it('is no tampering if its log has the events of the missing leaves: the service appends them and waits', async () => {
    await met.nda();
    await met.sign();
    await copy();
    await met.nda();
    const newest = await met.sign();
    await writeKeptCheckpoint(dataDir, {
      log: met.bench.infrastructure.trust.keys.log,
      adopted: null,
      checkpoint: newest,
    });
    await putBack(TABLES.filter((table) => table !== 'event_store.events'));
    const by = await met.another({ dataDir });
    by.tree.kept.expectGrowth(await treeSize(met.pool));
    const { tampering } = met;
    const parts = { ...by, tampering, clock: met.bench.clock };
    const watch = new TreeWatch({ ...parts, closed: by.trust.closed });
    for (let looks = 0; looks < 2; looks += 1) await watch.look();
    await expect(signCheckpoint(parts)).rejects.toBeInstanceOf(TreeGrowing);
    await signCheckpoints(parts, 1).run(new AbortController().signal);
    expect((await newestCheckpoint(met.pool))?.size).toBe(1);
    met.restartCheckpointer(by);
    await met.untilAllHaveLeaves();
    await watch.look();
    expect(await newestCheckpoint(met.pool)).toEqual(newest);
    expect(await signCheckpoint(parts)).toEqual(newest);
    expect(told()).toEqual([]);
  });

  it('is reported if its tree gets smaller while it is expected to grow', async () => {
    await met.nda();
    await met.sign();
    await met.nda();
    await met.nda();
    await met.sign();
    await met.stopCheckpointer();
    await sql('DELETE FROM log_checkpoints WHERE size > 1');
    await sql('DELETE FROM log_leaves WHERE place > 1');
    met.treeParts.tree.kept.expectGrowth(2);
    await expect(met.sign()).rejects.toBeInstanceOf(TreeGrowing);
    expect(told()).toEqual([]);
    await sql('DELETE FROM log_leaves WHERE place > 0');
    await expect(met.sign()).rejects.toBeInstanceOf(CheckpointBehind);
    expect(told()).toEqual(['checkpoint_behind']);
  });

  it('gets the kept checkpoint back if only its row is gone, and continues it', async () => {
    await met.nda();
    const first = await met.sign();
    await met.nda();
    const newest = await met.sign();
    await sql('DELETE FROM log_checkpoints');
    await met.nda();
    const next = await met.sign();
    expect(next.size).toBe(3);
    expect(told()).toEqual(['checkpoint_behind']);
    expect((await met.pool.query('SELECT size FROM log_checkpoints ORDER BY size')).rows).toEqual([
      { size: String(newest.size) },
      { size: '3' },
    ]);
    expect(await met.verify({ outside: { checkpoints: [first, newest, next] } })).toMatchObject({
      firstBroken: null,
    });
  });

  it('is not reported if this process signs a newer checkpoint while the newest one is read', async () => {
    await met.nda();
    await met.sign();
    await met.nda();
    let isSigning = false;
    const crossing = new Proxy(met.pool, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (...call: readonly unknown[]) => {
          const result: unknown = await Reflect.apply(value as () => unknown, target, call);
          if (!isSigning) {
            isSigning = true;
            await met.sign();
          }
          return result;
        };
      },
    });
    const { size } = (await checkpointToContinue({ ...met.treeParts, pool: crossing })) ?? {};
    expect([size, met.treeParts.tree.kept.newest?.size, told()]).toEqual([1, 2, []]);
  });

  it('gets no checkpoint if another history was signed beyond the kept one', async () => {
    await met.nda();
    await met.sign();
    await copy();
    await met.nda();
    await met.sign();
    const { newest } = met.bench.infrastructure.tree.kept;
    await putBack();
    for (let n = 0; n < 2; n += 1) {
      const { tree } = await grow();
      await signCheckpoint({ ...met.treeParts, tree, clock: met.bench.clock });
      await expect(met.sign()).rejects.toBeInstanceOf(CheckpointBehind);
    }
    expect(new Set(told())).toEqual(new Set(['checkpoint_behind']));
    expect(met.bench.infrastructure.tree.kept.newest).toEqual(newest);
  });
});
