import { spawnSync } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type TestAgent from 'supertest/lib/agent.js';
import {
  type BuiltBackend,
  command,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { acceptLosses } from '../log/accept-losses.js';
import { type CopiedProtocolServer, copiedProtocolServer } from '../log/copied-protocol-server.js';
import { create, read } from '../steps/steps.js';

/**
 * Copies the folder of the stopped server as an operator does, with all file attributes that `cp -a`
 * preserves.
 */
const copyFolder = (from: string, to: string): void =>
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);

describe('the folder of the embedded database', () => {
  let data: TestDataDir;
  let folder: string;
  let copy: string;
  beforeEach(async () => {
    data = await testDataDir();
    [folder, copy] = [join(data.path, 'postgres'), join(data.path, 'copy')];
  });
  afterEach(() => data.remove());

  async function putBack(): Promise<void> {
    await rm(folder, { recursive: true });
    await rename(copy, folder);
  }
  /**
   * Returns a browser that sends the cookies of `before` to another backend, so that it is still the same
   * person.
   */
  const browserOf = (backend: BuiltBackend, before: TestAgent): TestAgent =>
    Object.assign(backend.browser(), { jar: before.jar });

  it('works as before after a copy of the stopped folder is restored, and later erasures stay erased', async () => {
    const env = { DATA_DIR: data.path };
    const first = await startBuilt(env);
    const browser = first.browser();
    const [kept, erased] = [await create(browser), await create(browser)];
    expect(await first.end('SIGTERM')).toBe(0);
    copyFolder(folder, copy);

    const second = await startBuilt(env, first.port);
    const late = await create(browserOf(second, browser));
    expect(await command('nda:erase', [erased, '--yes'], env)).toMatchObject({ code: 0 });
    expect(await second.end('SIGTERM')).toBe(0);
    await putBack();
    await acceptLosses(env);

    const third = await startBuilt(env, first.port);
    const same = browserOf(third, browser);
    expect((await read(same, kept)).status).toBe('draft');
    for (const id of [erased, late]) await same.get(`/api/ndas/${id}`).expect(404);
    expect((await command('replay', [erased], env)).output).toContain('personal: erased');
    expect((await read(same, await create(same))).status).toBe('draft');
    expect(await third.end('SIGTERM')).toBe(0);
  });

  describe('with a separate event store', () => {
    let store: CopiedProtocolServer;
    let env: Readonly<Record<string, string>>;
    beforeEach(async () => {
      store = await copiedProtocolServer();
      env = { DATA_DIR: data.path, ...store.env };
    });
    afterEach(() => store.stop());

    it('is repaired by one command if it was copied after the log', async () => {
      const first = await startBuilt(env);
      const browser = first.browser();
      const kept = await create(browser);
      const log = await store.copy();
      const lost = await create(browser);
      expect(await first.end('SIGTERM')).toBe(0);
      copyFolder(folder, copy);
      await putBack();
      await store.restore(log);

      await expect(startBuilt(env, first.port)).rejects.toThrow('siegel projections:rebuild');
      expect(await command('projections:rebuild', [], env)).toMatchObject({ code: 0 });
      await acceptLosses(env);
      const again = await startBuilt(env, first.port);
      const same = browserOf(again, browser);
      expect((await read(same, kept)).status).toBe('draft');
      await same.get(`/api/ndas/${lost}`).expect(404);
      expect((await read(same, await create(same))).status).toBe('draft');
      expect(await again.end('SIGTERM')).toBe(0);
    });

    it('serves agreements whose keys it has if copied before the log, and reports missing keys', async () => {
      const first = await startBuilt(env);
      const browser = first.browser();
      const kept = await create(browser);
      expect(await first.end('SIGTERM')).toBe(0);
      copyFolder(folder, copy);
      const second = await startBuilt(env, first.port);
      const unreadable = await create(browserOf(second, browser));
      const log = await store.copy();
      expect(await second.end('SIGTERM')).toBe(0);
      await putBack();
      await store.restore(log);

      const again = await startBuilt(env, first.port);
      const same = browserOf(again, browser);
      expect((await read(same, kept)).status).toBe('draft');
      await same.get(`/api/ndas/${unreadable}`).expect(503);
      const { body } = await same.get('/health/ready').expect(200);
      expect(body.warnings).toEqual(
        expect.arrayContaining([expect.stringContaining('keys of 1 agreements')]),
      );
      expect((await read(same, await create(same))).status).toBe('draft');
      expect((await command('replay', [unreadable], env)).output).toContain('personal: key missing');
      expect(await again.end('SIGTERM')).toBe(0);
    });
  });
});
