import { randomBytes, randomUUID } from 'node:crypto';
import {
  command,
  type Environment,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { ndaDecider } from '#src/nda/nda.decider';
import { ndaStream } from '#src/nda/nda.events';
import { terms } from '../steps/samples.js';
import { masterKeyId } from '#src/vault/master-keyring';
import { environmentOf } from '../backend/secrets.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { until } from '#src/platform/testing/until';

/** Repeats `work` until `during` resolves. Returns the result of `during`, and how often `work` was done. */
async function meanwhile<Result>(
  during: Promise<Result>,
  work: () => Promise<void>,
): Promise<{ result: Result; times: number }> {
  let done = false;
  let times = 0;
  const working = (async () => {
    while (!done) {
      await work();
      times += 1;
    }
  })();
  try {
    return { result: await during, times };
  } finally {
    done = true;
    await working;
  }
}

describe('the operator beside a serving backend', () => {
  let backend: TestBackend;
  let folder: TestDataDir;
  let env: Environment;
  beforeAll(async () => {
    [backend, folder] = [await startTestBackend(), await testDataDir()];
    env = { DATABASE_URL: backend.database.url, DATA_DIR: folder.path, ...environmentOf(backend.secrets) };
  });
  afterAll(async () => {
    await backend.stop();
    await folder.remove();
  });

  describe('replays an NDA', () => {
    let id: string;
    beforeAll(async () => {
      const browser = backend.browser();
      id = await signedByBoth(browser);
      await payByCard(browser, id);
      await untilSent(browser, id);
    });

    it('from its first event to its last', async () => {
      const { code, output } = await command('replay', [id], env);
      expect(code).toBe(0);
      const types = [...output.matchAll(/^ +(\d+) {2}\S+Z {2}(\w+)\.v\d {2}by (\w+)$/gm)].map(
        ([, revision, type, by]) => [Number(revision), type, by],
      );
      expect(types.map(([revision]) => revision)).toEqual(types.map((_, n) => n));
      expect(types[0]).toEqual([0, 'NdaCreated', 'party1']);
      expect(types[1]).toEqual([1, 'Party1Signed', 'party1']);
      expect(types.at(-1)).toEqual([types.length - 1, 'NdaSent', 'system']);
      for (const part of [terms.party1Name, terms.party2Email, 'status: sent', 'payment: succeeded'])
        expect(output).toContain(part);
    });

    it('up to a revision', async () => {
      const { code, output } = await command('replay', [id.toUpperCase(), '--at', '1'], env);
      expect(code).toBe(0);
      expect(output).toContain('After revision 1:');
      expect(output).toContain('status: party1_signed');
      expect(output).not.toContain('Party2Signed');
    });

    it.each([
      [[], 2, /Usage/],
      [['not-an-id'], 2, /Usage/],
      [['00000000-0000-4000-8000-000000000000', '--at', '-1'], 2, /Usage/],
      [['00000000-0000-4000-8000-000000000000', '--upto', '1'], 2, /Usage/],
      [['00000000-0000-4000-8000-000000000000', '--at'], 2, /Usage/],
      [[randomUUID()], 1, /There is no NDA/],
    ])('and prints its usage or the error if it is called with %j', async (args, exitCode, said) => {
      const { code, output } = await command('replay', args, env);
      expect(code).toBe(exitCode);
      expect(output).toMatch(said);
      expect(output).not.toMatch(/^\s+at /m);
    });

    it('only with the right keys, and ends immediately without them', async () => {
      const began = Date.now();
      const { code, output } = await command('replay', [id], { ...env, MASTER_KEY: '7'.repeat(64) });
      expect(code).toBe(1);
      expect(output).toContain('MASTER_KEY');
      expect(Date.now() - began).toBeLessThan(scaledTimeout(10_000));
    });
  });

  describe('erases an NDA', () => {
    it('waits until its key is destroyed, prints the receipt, and prints the same again when repeated', async () => {
      const browser = backend.browser();
      const [id, kept] = [await signedByBoth(browser), await create(browser)];
      const { code, output } = await command('nda:erase', [id, '--reason', 'admin', '--yes'], env);
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringContaining('its key is destroyed'),
      });
      const { infrastructure } = backend.backend;
      const { events } = await infrastructure.commands.state(ndaDecider, id);
      const destroyed = events.find(({ type }) => type === 'NdaKeyDestroyed');
      expect(JSON.parse(output.slice(output.indexOf('{')))).toEqual({
        stream: ndaStream(id),
        ...destroyed?.open,
      });
      expect(events.find(({ type }) => type === 'NdaErased')).toMatchObject({
        actor: 'admin',
        open: { reason: 'admin' },
      });
      expect(await infrastructure.vault.keyIdOf(ndaStream(id))).toBeUndefined();
      await until(async () => (await browser.get(`/api/ndas/${id}`)).status === 404);
      await read(browser, kept);
      expect(await command('nda:erase', [id], env)).toEqual({ code: 0, output });
    });

    it('refuses an NDA under legal hold, and erases nothing without confirmation', async () => {
      const id = await create(backend.browser());
      const { commands } = backend.backend.infrastructure;
      const unasked = await command('nda:erase', [id], env);
      expect(unasked).toMatchObject({ code: 1, output: expect.stringContaining('--yes') });
      const reason = ['--reason', 'Case 12 O 34/26'];
      const hold = await command('nda:hold', [id, ...reason], env);
      expect(hold).toMatchObject({
        code: 0,
        output: expect.stringMatching(/has been under legal hold since/),
      });
      expect(await command('nda:hold', [id, ...reason], env)).toEqual(hold);
      const held = await command('nda:erase', [id, '--yes'], env);
      expect(held).toMatchObject({ code: 1, output: expect.stringMatching(/is under legal hold/) });
      expect(held.output).not.toMatch(/^\s+at /m);
      const { events } = await commands.state(ndaDecider, id);
      expect(events.map(({ type }) => type)).toEqual(['NdaCreated', 'LegalHoldSet']);
      const lifted = await command('nda:hold', [id, '--lift'], env);
      expect(lifted).toMatchObject({ code: 0, output: expect.stringContaining('is lifted') });
      const unclear = await command('nda:hold', [id], env);
      expect(unclear).toMatchObject({ code: 2, output: expect.stringMatching(/^Usage/m) });
      expect(unclear.output).not.toMatch(/^\s+at /m);
    });

    it.each([
      [[], 2, /Usage/],
      [['not-an-id'], 2, /Usage/],
      [[randomUUID(), 'more'], 2, /Usage/],
      [[randomUUID(), '--reason', 'retention'], 2, /Usage/],
      [[randomUUID(), '--force'], 2, /Usage/],
      [[randomUUID(), '--yes'], 1, /There is no NDA/],
    ])('and prints its usage or the error if it is called with %j', async (args, exitCode, said) => {
      const { code, output } = await command('nda:erase', args, env);
      expect(code).toBe(exitCode);
      expect(output).toMatch(said);
      expect(output).not.toMatch(/^\s+at /m);
    });
  });

  describe('rebuilds the read models', () => {
    const rows = async (): Promise<string[]> => {
      const found: string[] = [];
      for (const table of ['ndas', 'vouchers']) {
        const { rows: all } = await backend.database.pool.query<{ row: string }>(
          `SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY id`,
        );
        found.push(...all.map(({ row }) => row));
      }
      return found;
    };

    beforeAll(async () => {
      const admin = backend.browser();
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      for (const recipientName of ['Erika', 'Max'])
        await admin.post('/api/admin/vouchers').send({ recipientName }).expect(201);
      const browser = backend.browser();
      for (let n = 0; n < 5; n += 1) await create(browser);
      await create(browser, { replaces: await create(browser) });
    });

    it('to the same rows', async () => {
      const before = await rows();
      const { code, output } = await command('projections:rebuild', [], env);
      expect(code).toBe(0);
      expect(output).toMatch(/^ndas: \d+ events in \d+ ms$/m);
      expect(output).toMatch(/^voucher-list: \d+ events in \d+ ms$/m);
      expect(await rows()).toEqual(before);
    });

    it('while events are written, and no reader ever sees less than before', async () => {
      const browser = backend.browser();
      const known = await create(browser);
      const made: string[] = [];
      let most = 0;
      const { result, times } = await meanwhile(command('projections:rebuild', ['ndas'], env), async () => {
        const id = await create(browser, { ideaTitle: `Nummer ${made.length}` });
        made.push(id);
        // A client can read its own write in the very next call.
        expect((await read(browser, id)).revision).toBe(0);
        expect((await sign(browser, id, 1)).status).toBe('party1_signed');
        expect((await read(browser, id)).status).toBe('party1_signed');
        await read(browser, known);
        const { rows: counted } = await backend.database.pool.query<{ n: number }>(
          'SELECT count(*)::int AS n FROM ndas',
        );
        expect(counted[0]?.n ?? 0).toBeGreaterThanOrEqual(most + 1);
        most = counted[0]?.n ?? 0;
      });
      expect(result).toMatchObject({ code: 0, output: expect.stringMatching(/^ndas: \d+ events/m) });
      expect(times).toBeGreaterThan(1);
      for (const id of made)
        expect(await read(browser, id)).toMatchObject({
          status: 'party1_signed',
          revision: expect.any(Number),
        });
      const before = await rows();
      expect((await command('projections:rebuild', ['ndas'], env)).code).toBe(0);
      expect(await rows()).toEqual(before);
    });

    it('only of a known name', async () => {
      const { code, output } = await command('projections:rebuild', ['nothing'], env);
      expect(code).toBe(2);
      expect(output).toMatch(/No projection is named nothing.*ndas, voucher-list/);
    });
  });
});

describe('a new master key', () => {
  it('takes over beside a serving backend, and then the old key opens nothing any more', async () => {
    const folder = await testDataDir();
    const old = await startTestBackend();
    const { database, secrets } = old;
    const [ours, theirs] = [old.browser(), old.browser()];
    const signed = await signedByBoth(ours);
    // A start caches the keys of the agreements that were signed most recently. It never caches the key of a
    // draft, so reading this draft needs the master key.
    const draft = await create(ours);
    const masterKey = randomBytes(32);
    const both = { ...secrets, masterKey, masterKeyOld: secrets.masterKey };
    const env = { DATABASE_URL: database.url, DATA_DIR: folder.path };
    const tooEarly = await command('keys:rotate', [], { ...env, ...environmentOf(both) });
    expect(tooEarly).toMatchObject({
      code: 1,
      output: expect.stringContaining('does not use this MASTER_KEY yet'),
    });
    await old.backend.stop();

    const serving = await startTestBackend({ on: { database, secrets: both } });
    const [browser, other] = [serving.browser(), serving.browser()];
    Object.assign(browser, { jar: ours.jar });
    Object.assign(other, { jar: theirs.jar });
    const { result } = await meanwhile(
      command('keys:rotate', [], { ...env, ...environmentOf(both) }),
      async () => {
        expect((await read(browser, signed)).party1Name).toBe(terms.party1Name);
        await sign(other, await create(other), 1);
      },
    );
    expect(result).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d+ keys are wrapped by the new master key/),
    });
    await payByCard(browser, signed);
    await untilSent(browser, signed);
    await serving.stop();

    await expect(startTestBackend({ on: { database, secrets } })).rejects.toThrow(/MASTER_KEY/);
    const last = await startTestBackend({ on: { database, secrets: { ...secrets, masterKey } } });
    const later = last.browser();
    Object.assign(later, { jar: ours.jar });
    await database.pool.query("UPDATE vault_keys SET master_key_id = '0123456789abcdef' WHERE subject = $1", [
      ndaStream(draft),
    ]);
    const closed = await later.get(`/api/ndas/${draft}`).expect(503);
    expect([closed.body.code, closed.headers['retry-after']]).toEqual(['key_unavailable', '2']);
    await database.pool.query('UPDATE vault_keys SET master_key_id = $2 WHERE subject = $1', [
      ndaStream(draft),
      masterKeyId(masterKey),
    ]);
    expect((await read(later, draft)).party1Name).toBe(terms.party1Name);
    expect((await read(later, signed)).party2Name).toBe(terms.party2Name);
    const twice = await command('keys:rotate', [], {
      ...env,
      ...environmentOf({ ...secrets, masterKey }),
    });
    expect(twice).toMatchObject({ code: 2, output: expect.stringContaining('MASTER_KEY_OLD') });
    await last.stop();
    await database.drop();
    await folder.remove();
  });
});

describe('the operator of the embedded database', () => {
  it('can run commands beside the backend that runs the database, and without any backend', async () => {
    const folder = await testDataDir();
    const env = { DATA_DIR: folder.path };
    const backend = await startBuilt(env);
    const id = await create(backend.browser());
    const beside = await command('replay', [id], env);
    expect(beside).toMatchObject({ code: 0, output: expect.stringContaining(terms.party1Name) });
    expect((await fetch(`${backend.url}/health/ready`)).status).toBe(200);
    const asServed = { ...env, PORT: String(backend.port) };
    const faults = async () =>
      (await command('doctor', [], asServed)).output.split('\n').filter((line) => line.startsWith('FAULT'));
    expect(await faults()).toEqual([]);
    expect(await backend.end('SIGTERM')).toBe(0);
    expect(await faults()).toEqual([expect.stringMatching(/^FAULT +backends +No backend is running/)]);
    const alone = await command('replay', [id], env);
    expect(alone).toMatchObject({ code: 0, output: expect.stringContaining(terms.party1Name) });
    expect(await folder.postmaster()).toBeUndefined();
    await folder.remove();
  });
});
