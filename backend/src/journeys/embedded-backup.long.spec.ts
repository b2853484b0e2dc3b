import { spawnSync } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { command, startBuilt, type TestDataDir, testDataDir } from '../testing/built-backend.js';
import { create, read } from '../testing/steps.js';

/** As the operator does it: the folder of the stopped server, with all that a copy of files keeps. */
const copyFolder = (from: string, to: string): void =>
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);

describe('the folder of the embedded database', () => {
  let data: TestDataDir;
  beforeAll(async () => {
    data = await testDataDir();
  });
  afterAll(() => data.remove());

  it('copied while it is stopped and put back is what it was, and what was erased since stays erased', async () => {
    const env = { DATA_DIR: data.path };
    const [folder, copy] = [join(data.path, 'postgres'), join(data.path, 'copy')];
    const first = await startBuilt(env);
    const browser = first.browser();
    const [kept, erased] = [await create(browser), await create(browser)];
    expect(await first.end('SIGTERM')).toBe(0);
    copyFolder(folder, copy);

    const second = await startBuilt(env, first.port);
    const late = await create(Object.assign(second.browser(), { jar: browser.jar }));
    expect(await command('cli/erase-nda.main', [erased, '--yes'], env)).toMatchObject({ code: 0 });
    expect(await second.end('SIGTERM')).toBe(0);
    await rm(folder, { recursive: true });
    await rename(copy, folder);

    const third = await startBuilt(env, first.port);
    const same = Object.assign(third.browser(), { jar: browser.jar });
    expect((await read(same, kept)).status).toBe('draft');
    for (const id of [erased, late]) await same.get(`/api/ndas/${id}`).expect(404);
    expect((await command('cli/replay.main', [erased], env)).output).toContain('personal: erased');
    expect((await read(same, await create(same))).status).toBe('draft');
    expect(await third.end('SIGTERM')).toBe(0);
  });
});
