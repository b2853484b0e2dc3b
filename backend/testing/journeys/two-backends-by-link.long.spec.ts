import { DAY_MS } from '@siegel/contracts/limits';
import type { Clock } from '#src/platform/time/clock';
import { systemClock } from '#src/platform/time/clock';
import { type Invited, invitedByLink, linkCall, stateOf } from '../steps/link-steps.js';
import { signature } from '../steps/samples.js';
import { mails } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { ticksOf } from '../backend/ticks.js';
import { until } from '#src/platform/testing/until';

const ROUNDS = 8;
/**
 * Number of requests that are sent at the same time, as if somebody pressed a button that often within a
 * second.
 */
const PRESSED = 20;

describe('two backends that get requests at the same instant', () => {
  let later = 0;
  /** Milliseconds by which the other backend's clock is ahead, within the tolerance. */
  let ahead = 0;
  const clock = (more: () => number): Clock => ({
    now: () => new Date(systemClock.now().getTime() + later + more()),
  });
  let one: TestBackend;
  let other: TestBackend;
  beforeAll(async () => {
    one = await startTestBackend({ clock: clock(() => 0) });
    other = await startTestBackend({ clock: clock(() => ahead), on: one });
  });
  afterAll(async () => {
    await other.stop();
    await one.stop();
  });
  afterEach(() => {
    [later, ahead] = [0, 0];
  });

  const typesOf = async (id: string): Promise<string[]> => {
    const { rows } = await one.database.pool.query<{ type: string }>(
      'SELECT type FROM event_store.events WHERE stream = $1 ORDER BY revision',
      [`nda-${id}`],
    );
    return rows.map(({ type }) => type.split('.')[0] ?? '');
  };
  const countOf = async (id: string, type: string): Promise<number> =>
    (await typesOf(id)).filter((each) => each === type).length;
  /** True if a mail server has accepted a reminder for this NDA. */
  const isReminded = async (id: string): Promise<boolean> => {
    const { rowCount } = await one.database.pool.query(
      `SELECT FROM event_store.events WHERE stream = $1 AND type LIKE 'NoticeSent.%'
       AND convert_from(data, 'UTF8')::jsonb #>> '{open,notice}' = 'reminder'`,
      [`nda-${id}`],
    );
    return rowCount === 1;
  };
  let number = 0;
  /**
   * Makes an NDA with an invitation that a mail server has accepted. No other NDA uses the invitation's
   * address.
   */
  const invited = async (): Promise<Invited & { readonly to: string }> => {
    const to = `party2-${(number += 1)}@example.org`;
    const nda = await invitedByLink(one, { party2Email: to });
    await until(async () => (await countOf(nda.id, 'InvitationSent')) === 1);
    return { ...nda, to };
  };
  const remind = ({ browser, id }: Invited, at: TestBackend) => {
    const party1 = Object.assign(at.browser(), { jar: browser.jar });
    return party1.post(`/api/ndas/${id}/resend-remote-invite`);
  };
  const sign = ({ token }: Invited, at: TestBackend) =>
    at
      .browser()
      .post(linkCall(token, '/sign'))
      .send({ signature: signature(2) });
  const decline = ({ id }: Invited, at: TestBackend) => {
    const token = at.backend.infrastructure.linkTokens.make({ purpose: 'decline', ndaId: id, about: 1 });
    return at.browser().post(`/api/reminders/${token}/decline`);
  };

  it('record only one of twenty reminders, and send it once', async () => {
    const nda = await invited();
    const answers = await Promise.all(
      Array.from({ length: PRESSED }, (_, n) => remind(nda, n % 2 === 0 ? one : other)),
    );
    expect(answers.map(({ status, body }) => [status, body.remindersSent])).toEqual(
      answers.map(() => [200, 1]),
    );
    await until(() => isReminded(nda.id));
    expect(await countOf(nda.id, 'ReminderSent')).toBe(1);
    expect((await mails(one.browser())).filter(({ to }) => to === nda.to)).toHaveLength(2);
  });

  it('record a decline, and send no reminder afterwards', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const nda = await invited();
      const [reminded, declined] = await Promise.all([remind(nda, one), decline(nda, other)]);
      expect(declined.status).toBe(204);
      expect(await countOf(nda.id, 'ReminderSent')).toBe(reminded.status === 200 ? 1 : 0);
      const types = await typesOf(nda.id);
      expect(types.slice(types.indexOf('RemindersDeclined'))).not.toContain('ReminderSent');
      expect((await stateOf(other, nda.id)).declinedAddresses).toEqual([1]);
      expect((await remind(nda, other)).body.code).toBe('reminders_declined');
    }
  });

  it('record either a signature or the expiry, never both', async () => {
    const outcomes: unknown[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const nda = await invited();
      const tick = ticksOf(other.backend, other.database.pool).find(
        ({ name }) => name === 'remind-and-expire',
      );
      const end = Date.parse((await stateOf(one, nda.id)).invitation?.expiresAt ?? '');
      // One backend's clock shows a minute before the expiry. The other backend's clock shows a minute after
      // the expiry.
      [later, ahead] = [end - systemClock.now().getTime() - DAY_MS / 1440, DAY_MS / 720];
      const [signed] = await Promise.all([sign(nda, one), tick?.run(new AbortController().signal)]);
      const [signatures, ends] = [
        await countOf(nda.id, 'Party2Signed'),
        await countOf(nda.id, 'InvitationExpired'),
      ];
      outcomes.push([signed.status, signed.body.code, signatures, ends]);
      [later, ahead] = [0, 0];
    }
    for (const outcome of outcomes)
      expect([
        [200, undefined, 1, 0],
        [410, 'link_expired', 0, 1],
      ]).toContainEqual(outcome);
  });

  it('record either a signature or the cancellation, never both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const nda = await invited();
      const party1 = Object.assign(other.browser(), { jar: nda.browser.jar });
      const [signed, cancelled] = await Promise.all([
        sign(nda, one),
        party1.post(`/api/ndas/${nda.id}/cancel-remote-invite`),
      ]);
      expect([
        [200, undefined, 409, 'already_signed'],
        [410, 'link_cancelled', 200, undefined],
      ]).toContainEqual([signed.status, signed.body.code, cancelled.status, cancelled.body.code]);
      const types = await typesOf(nda.id);
      expect(types.filter((type) => ['Party2Signed', 'InvitationCancelled'].includes(type))).toHaveLength(1);
    }
  });
});
