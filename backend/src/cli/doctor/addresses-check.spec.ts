import { openStoredLog } from '../../app/open-event-store.js';
import { systemClock } from '../../platform/time/clock.js';
import { readConfig } from '../../platform/config/config.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { createPool } from '../../platform/postgres/pool.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { create, sign } from '../../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';
import { addressesCheck } from './addresses-check.js';
import type { CheckResult } from './check.js';
import { Connections } from './context.js';

describe('the check of client addresses', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend({ env: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => test.stop());

  async function look(): Promise<CheckResult> {
    const { url } = test.database;
    const opened = new Connections();
    await opened.keepPool(createPool(url, { max: 2, name: 'looking' }));
    await opened.keepLog(await openStoredLog({ url: undefined, databaseUrl: url }, silentLogger));
    const given = {
      config: readConfig({ NODE_ENV: 'test' }),
      env: {},
      secrets: test.secrets,
      database: { url },
      clock: systemClock,
      withinMs: scaledTimeout(5_000),
    };
    try {
      return await addressesCheck(given, opened).run(new AbortController().signal);
    } finally {
      await opened.close();
    }
  }
  async function signedFrom(addresses: readonly (string | undefined)[]): Promise<void> {
    for (const address of addresses) {
      const browser = test.browser();
      if (address !== undefined) void browser.set('x-forwarded-for', address);
      await sign(browser, await create(browser), 1);
    }
  }

  it("reads the evidence of the last signatures, and warns if the clients' addresses are hidden", async () => {
    expect((await look()).state).toBe('ok');
    await signedFrom(['172.19.0.1', '172.19.0.1', '172.19.0.1']);
    expect(await look()).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('the same internal network address'),
    });
    await signedFrom(['203.0.113.1']);
    expect((await look()).state).toBe('ok');
    await signedFrom([undefined, undefined, undefined, undefined]);
    expect(await look()).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(/^4 of the last 8 signatures have no client address/),
    });
  });
});
