import { until } from '../platform/testing/until.js';
import { BUSY_WORDS } from '@siegel/contracts/errors';
import { DAY_MS } from '@siegel/contracts/limits';
import type TestAgent from 'supertest/lib/agent.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { createCommandRunner } from '../eventsourcing/commands/create-command-runner.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { EVERYBODY } from '../http/limits/refusal.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { systemClock } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { create, invited, read, sign } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { RequestedMails } from './requested-mails.js';
import { act, eventsOf } from '../../testing/steps/act.js';

/** The backend runs with a tenth of the rate limits, so a recipient may get two mails in a day. */
let test: TestBackend;
let later = 0;
beforeAll(async () => {
  // The clock starts at noon, so that the day does not end during the test.
  const noon = DAY_MS / 2 - (systemClock.now().getTime() % DAY_MS);
  test = await startTestBackend({
    env: { RATE_LIMIT_FACTOR: '0.1' },
    clock: { now: () => new Date(systemClock.now().getTime() + DAY_MS + noon + later) },
  });
});
afterAll(() => test.stop());
let minutes = 0;
afterEach(async () => {
  // Each test gets a new minute, and so a new time window for the limit on calls from one IP address. The day
  // stays the same.
  minutes += 1;
  later = minutes * 60_000;
  await test.database.pool.query('TRUNCATE rate_limits');
});

const ask = async (browser: TestAgent, id: string, call: string): Promise<string> => {
  const { status, body, headers } = await browser.post(`/api/ndas/${id}/${call}`);
  if (status === 429) expect(headers['retry-after']).toMatch(/^4\d{4}$/);
  return status === 429 ? `429 ${body.code}` : String(status);
};
/** Returns an NDA that Party 1 has signed and paid for, so that only the invitation is left to request. */
async function ready(browser: TestAgent, party2Email: string): Promise<string> {
  const id = await create(browser, { party2Email });
  await sign(browser, id, 1);
  await act(test, id, { ...oneOfEachCommand.ApplyVoucher, voucherId: id.replaceAll('-', '').repeat(2) });
  return id;
}

/** Requests a reminder as another backend would. `meanwhile` runs just before the event is appended. */
async function remindLate(id: string, meanwhile: () => PromiseLike<unknown>): Promise<void> {
  const { journal, clock } = test.backend.infrastructure;
  const runner = createCommandRunner({ journal });
  const late: CommandRunner = {
    state: (...asked) => runner.state(...asked),
    lastTrusted: (...asked) => runner.lastTrusted(...asked),
    run: (decider, id, command, context, options) =>
      runner.run(decider, id, command, context, {
        beforeAppend: async (...decided) => {
          await options?.beforeAppend?.(...decided);
          await meanwhile();
        },
      }),
  };
  const asked = new RequestedMails(late, test.backend.app.get(RateLimiter));
  const context = contextAt(clock.now().toISOString(), { commandId: newId(), actor: 'party1' });
  await asked.run(id, { type: 'RemindParty2', kind: 'manual' }, context);
}

const COUNTS = "SELECT count FROM rate_limits WHERE bucket LIKE 'mail:%'";

describe('mails requested by calls', () => {
  it('are limited for each recipient and day, counted over all NDAs, callers and spellings of the address', async () => {
    const [one, other] = [test.browser(), test.browser()];
    const [first, second] = [await ready(one, 'ziel@example.org'), await ready(other, 'Ziel@Example.ORG')];
    const third = await create(one, { party1Email: 'ziel@example.org' });
    expect(await ask(one, first, 'initiate-remote-signature')).toBe('200');
    expect(await ask(other, second, 'initiate-remote-signature')).toBe('200');
    expect(await ask(one, first, 'resend-remote-invite')).toBe('429 mail_limit');
    expect(await ask(one, third, 'continue-link')).toBe('429 mail_limit');
    expect(await read(one, first)).toMatchObject({
      remindersSent: 0,
      invitationStatus: expect.stringMatching(/pending|sent/),
    });
    later += DAY_MS;
    expect(await ask(one, first, 'resend-remote-invite')).toBe('200');
  });

  it('are counted without what follows a `+` in the address, and without capitals', async () => {
    const browser = test.browser();
    const ids: string[] = [];
    for (const party1Email of ['opfer+1@example.org', 'Opfer+2@example.org', 'opfer+3+x@EXAMPLE.org'])
      ids.push(await create(browser, { party1Email }));
    const said: string[] = [];
    for (const id of ids) said.push(await ask(browser, id, 'continue-link'));
    expect(said).toEqual(['202', '202', '429 mail_limit']);
    // Some mail providers ignore dots in an address, and others do not. The service cannot know, so it treats
    // an address with other dots as another recipient.
    const [id = ''] = ids;
    await browser
      .patch(`/api/ndas/${id}/party1-email`)
      .send({ party1Email: 'op.fer@example.org' })
      .expect(200);
    expect(await ask(browser, id, 'continue-link')).toBe('202');
  });

  it('are limited over all recipients for NDAs without a payment, and count only if they are sent', async () => {
    const browser = test.browser();
    const limiter = test.backend.app.get(RateLimiter);
    const unpaid = await create(browser, { party1Email: 'unbezahlt@example.org' });
    const paid = await ready(browser, 'sechstes.ziel@example.org');
    // A tenth of the limit allows 30 mails per hour for all unpaid NDAs together.
    for (let n = 0; n < 29; n += 1) await limiter.count('allUnpaidMails', EVERYBODY);
    expect(await ask(browser, paid, 'continue-link')).toBe('202');
    expect(await ask(browser, unpaid, 'continue-link')).toBe('202');
    for (const language of ['de', 'en'] as const) {
      const answer = await browser.post(`/api/ndas/${unpaid}/continue-link`).set('accept-language', language);
      expect(answer.body).toMatchObject({ status: 429, code: 'rate_limited', message: BUSY_WORDS[language] });
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600);
    }
    expect(
      (await eventsOf(test, unpaid)).filter(({ type }) => type === 'ContinueLinkRequested'),
    ).toHaveLength(1);
    const { rows } = await test.database.pool.query(`${COUNTS} ORDER BY count`);
    // Each of the two recipients got one mail. The counts of the refused requests were taken back.
    expect(rows).toEqual([{ count: 1 }, { count: 1 }]);
    expect(await ask(browser, paid, 'initiate-remote-signature')).toBe('200');
    expect(await ask(browser, paid, 'continue-link')).toBe('202');
  });

  it('count only if they are sent: neither repetitions nor refused calls count', async () => {
    const browser = test.browser();
    const id = await ready(browser, 'anderes.ziel@example.org');
    for (let n = 0; n < 4; n += 1) expect(await ask(browser, id, 'resend-remote-invite')).toBe('409');
    for (let n = 0; n < 4; n += 1) expect(await ask(browser, id, 'initiate-remote-signature')).toBe('200');
    const resends = Array.from({ length: 6 }, () => ask(browser, id, 'resend-remote-invite'));
    expect(await Promise.all(resends)).toEqual(resends.map(() => '200'));
    const { rows } = await test.database.pool.query(COUNTS);
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('count once after a conflict, and do not count if another backend sent the mail', async () => {
    const browser = test.browser();
    const id = await ready(browser, 'drittes.ziel@example.org');
    const other = await ready(browser, 'drittes.ziel@example.org');
    for (const nda of [id, other]) await ask(browser, nda, 'initiate-remote-signature');
    const counted = async (nda: string, meanwhile: () => PromiseLike<unknown>): Promise<unknown> => {
      await test.database.pool.query('TRUNCATE rate_limits');
      await remindLate(nda, meanwhile);
      // This backend shows an event of another backend once this backend's projection has read the event.
      await until(async () => (await read(browser, nda)).remindersSent === 1);
      return (await test.database.pool.query(COUNTS)).rows;
    };
    expect(await counted(id, () => ask(browser, id, 'resend-remote-invite'))).toEqual([{ count: 1 }]);
    const correct = () =>
      browser.patch(`/api/ndas/${other}/party1-email`).send({ party1Email: 'meine@example.org' });
    expect(await counted(other, correct)).toEqual([{ count: 1 }]);
  });

  it('do not delay a mail that an event owes', async () => {
    const browser = test.browser();
    const id = await invited(browser, { party2Email: 'viertes.ziel@example.org' });
    await ask(browser, id, 'resend-remote-invite');
    const correct = (party2Email: string) =>
      browser.patch(`/api/ndas/${id}/party2-email`).send({ party2Email });
    await correct('fuenftes.ziel@example.org').expect(200);
    await correct('viertes.ziel@example.org').expect(200);
    await browser.post(`/api/ndas/${id}/cancel-remote-invite`).expect(200);
  });
});
