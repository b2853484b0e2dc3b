import { randomBytes } from 'node:crypto';
import type { AppendSecret } from '#src/app/append-secret';
import { newId } from '#src/platform/crypto/ids';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { create, read } from '../steps/steps.js';

describe('a start on a log with events', () => {
  let test: TestBackend;
  let own: AppendSecret;
  beforeAll(async () => {
    test = await startTestBackend();
    own = test.secrets.appendKeys as AppendSecret;
    await create(test.browser());
    await test.backend.stop();
  });
  afterAll(() => test.stop());

  const startWith = (appendKeys: AppendSecret | undefined): Promise<TestBackend> => {
    const makeAppendKeys = () => Promise.reject(new Error('no key may be made'));
    const secrets = { ...test.secrets, appendKeys, makeAppendKeys };
    return startTestBackend({ on: { ...test, secrets } });
  };
  const events = async (): Promise<number> =>
    (await test.database.pool.query('SELECT FROM event_store.events')).rowCount ?? 0;

  it('is refused without its key, with other keys, under another identity, and with a key twice', async () => {
    const before = await events();
    const other = randomBytes(32);
    await expect(startWith(undefined)).rejects.toThrow('APPEND_KEY is missing');
    await expect(startWith({ log: own.log, keys: [other] })).rejects.toThrow('APPEND_KEY');
    await expect(startWith({ log: `log-${newId().replaceAll('-', '')}`, keys: own.keys })).rejects.toThrow(
      'APPEND_KEY',
    );
    const twice: AppendSecret = { log: own.log, keys: [own.keys[0], own.keys[0]] };
    await expect(startWith(twice)).rejects.toThrow('is in the list twice');
    expect(await events()).toBe(before);
  });

  it('is refused with other keys even if the check values are gone, and the keys of the log are named', async () => {
    const { rows } = await test.database.pool.query<{ check_value: string }>(
      "DELETE FROM secret_checks WHERE name = 'append' RETURNING check_value",
    );
    expect(rows.length).toBeGreaterThan(0);
    await expect(startWith({ log: own.log, keys: [randomBytes(32)] })).rejects.toThrow(
      /authenticate none of the newest \d+ events of the log. These events carry MACs of the keys [0-9a-f]{8} \(\d+\)/,
    );
    expect((await test.database.pool.query("SELECT FROM secret_checks WHERE name = 'append'")).rowCount).toBe(
      0,
    );
  });

  it('succeeds with a new key in front, which authenticates new events, and after that needs both', async () => {
    const rotated: AppendSecret = { log: own.log, keys: [randomBytes(32), ...own.keys] };
    const first = await startWith({ log: own.log, keys: [...own.keys, rotated.keys[0]] });
    await first.backend.stop();
    const second = await startWith(rotated);
    const browser = second.browser();
    const id = await create(browser);
    await second.backend.stop();
    await expect(startWith(own)).rejects.toThrow('APPEND_KEY lacks a key');
    await expect(startWith({ log: own.log, keys: [rotated.keys[0]] })).rejects.toThrow(
      'APPEND_KEY lacks a key',
    );
    const third = await startWith(rotated);
    const same = Object.assign(third.browser(), { jar: browser.jar });
    expect((await read(same, id)).status).toBe('draft');
    await third.backend.stop();
  });
});
