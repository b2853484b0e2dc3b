import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createErasers, type Erasers } from '../../app/erasers.js';
import { applyListedErasures } from '../../erasure/apply-listed-erasures.js';
import { ListedBackends } from '../../../testing/log/listed.js';
import { ndaStream } from '../../nda/nda.events.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { retention } from '../../../testing/steps/samples.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import type { CheckResult } from './check.js';
import { checkErasures } from './erasures-check.js';

describe('the check of the lists of erasures', () => {
  let bench: TestInfrastructure;
  let folder: string;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-lists-'));
    await bench.infrastructure.pool.query('DELETE FROM vault_keys');
    for (const name of ['3000', '3001', 'operator']) await mkdir(join(folder, name));
  });
  afterEach(() => rm(folder, { recursive: true }));
  afterAll(() => bench.stop());

  const dirOf = (name: string): string => join(folder, name);
  const listOf = (name: string): string => join(folder, name, 'erasures');
  const erasers = (name: string): Erasers =>
    createErasers(bench.infrastructure, {
      commands: bench.infrastructure.commands,
      config: { dataDir: dirOf(name), retention },
      settle: async () => {},
    });
  async function erasedBy(name: string): Promise<void> {
    const ndaId = await bench.nda();
    await bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
    await erasers(name).ndas.erase(ndaId);
  }
  const started = (name: string): Promise<number> =>
    applyListedErasures({ ...bench.infrastructure, ...erasers(name), logger: silentLogger });
  /** Runs the check as the operator's account does, with a DATA_DIR that belongs to no backend. */
  const lookAt = (lists: string | undefined): Promise<CheckResult> =>
    checkErasures(
      {
        pool: bench.infrastructure.pool,
        dataDir: dirOf('operator'),
        seeds: bench.secrets.checkpointKeys,
      },
      lists,
    );
  const look = (): Promise<CheckResult> => lookAt(folder);

  it('finds each erasure on one of the lists, no matter which backend made it', async () => {
    expect((await look()).state).toBe('ok');
    for (const name of ['3000', '3001', 'operator']) await erasedBy(name);
    expect(await look()).toMatchObject({ state: 'ok' });
    expect(await lookAt(undefined)).toMatchObject({
      state: 'warning',
      says: expect.stringContaining(`${listOf('operator')} lacks 2 erasures`),
    });
  });

  it('finds erasures made before a start on any list that this start compared', async () => {
    await erasedBy('3000');
    await started('3001');
    await erasedBy('3000');
    await rm(listOf('3000'));
    expect(await look()).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/^The database knows 1 erasure that none of the lists contains/),
    });
    await started('3001');
    expect(await look()).toMatchObject({ state: 'ok' });
  });

  it('warns about an erasure that is on no list, and names all lists', async () => {
    await erasedBy('3000');
    await rm(listOf('3000'));
    const { state, says } = await look();
    expect(state).toBe('warning');
    expect(says).toMatch(/^The database knows 1 erasure that none of the lists contains\. The lists are /);
    for (const name of ['3000', '3001', 'operator']) expect(says).toContain(listOf(name));
  });

  it('names a damaged list, and a list that cannot be read', async () => {
    await erasedBy('3000');
    await erasedBy('3001');
    await appendFile(listOf('3001'), 'no line of ours\n');
    expect(await look()).toMatchObject({
      state: 'warning',
      says: `${listOf('3001')} has 1 line that cannot be read.`,
    });
    await rm(listOf('3001'));
    await mkdir(listOf('3001'));
    await expect(look()).rejects.toThrow(`The list of erasures ${listOf('3001')} cannot be used`);
  });

  it('reports as a fault lines that this service did not sign, and counts the lines that wait', async () => {
    const ndaId = await bench.nda();
    const lists = new ListedBackends(bench, folder);
    const line = await lists.fromBefore(ndaStream(ndaId));
    await appendFile(listOf('3001'), `${JSON.stringify(line)}\n`);
    expect(await look()).toMatchObject({
      state: 'warning',
      says: `${listOf('3001')} has 1 line waiting for your decision.`,
      todo: expect.stringContaining('siegel erasures:apply'),
    });
    const forged = { ...(await lists.genuine(ndaStream(ndaId))), destroyedAt: '2030-01-01T00:00:00.000Z' };
    await appendFile(listOf('3000'), `${JSON.stringify(forged)}\n`);
    expect(await look()).toMatchObject({
      state: 'fault',
      says: `${listOf('3000')} has 1 line that this service did not sign.`,
    });
  });
});

describe("the operator's command on a host", () => {
  /**
   * Runs the script `docker/host/siegel` as the current user and without a configuration. Returns the
   * arguments that the script passes to the program.
   */
  const handedOn = (...args: readonly string[]): string => {
    const script = readFileSync(join(__dirname, '../../../../docker/host/siegel'), 'utf8')
      .replace(/^User=.*$/m, 'User=$(id -un)')
      .replace(/^\. .*$/m, ':')
      .replace(/^exec node \S+/m, 'exec echo');
    return execFileSync('sh', ['-s', '--', ...args], { input: script, encoding: 'utf8' }).trim();
  };

  it('passes the folder of all backends to the doctor and to an adoption, and passes every other call unchanged', () => {
    expect(handedOn('doctor', '--json')).toBe('doctor --lists /var/lib/siegel --json');
    expect(handedOn('log:adopt', '--retire', '0123abcd')).toBe(
      'log:adopt --lists /var/lib/siegel --retire 0123abcd',
    );
    expect(handedOn('replay', 'doctor')).toBe('replay doctor');
    expect(handedOn()).toBe('');
  });
});
