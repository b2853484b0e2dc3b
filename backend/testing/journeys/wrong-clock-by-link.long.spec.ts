import type { AddressInfo, Server } from 'node:net';
import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import { ndaDecider } from '#src/nda/nda.decider';
import { type Clock, systemClock } from '#src/platform/time/clock';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { type Invited, invitedByLink, linkCall } from '../steps/link-steps.js';
import { signature } from '../steps/samples.js';
import { read } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { ticksOf } from '../backend/ticks.js';
import { until } from '#src/platform/testing/until';

const OF_THE_CLOCK = ['ReminderSent', 'InvitationExpired'];
const never = new AbortController().signal;

/** Returns an NDA's events with their times. */
const eventsOf = async ({ backend }: TestBackend, id: string) =>
  (await backend.infrastructure.commands.state(ndaDecider, id)).events;

describe('an invitation on a backend whose clock differs from that of the database', () => {
  let later = 0;
  const clock: Clock = { now: () => new Date(systemClock.now().getTime() + later) };
  let backend: TestBackend;
  beforeAll(async () => {
    // The test moves only this clock of the service. The backend still works, because it compares only the
    // machine's clock with the database's clock, and the machine's clock is right.
    backend = await startTestBackend({ clock });
  });
  afterAll(() => backend.stop());

  const accepted = async (): Promise<Invited> => {
    const nda = await invitedByLink(backend);
    await until(async () => (await eventsOf(backend, nda.id)).some(({ type }) => type === 'InvitationSent'));
    return nda;
  };
  const tick = async (at: number): Promise<void> => {
    later = at;
    const found = ticksOf(backend.backend, backend.database.pool).find(
      ({ name }) => name === 'remind-and-expire',
    );
    await found?.run(never);
  };
  const ofTheClock = async (id: string): Promise<string[]> =>
    (await eventsOf(backend, id)).flatMap((event) => {
      if (!OF_THE_CLOCK.includes(event.type)) return [];
      return [event.type === 'ReminderSent' ? event.open.kind : 'expired'];
    });
  /** Waits until no mail is owed and the read model has the latest events of the invitation. */
  const settled = (id: string): Promise<boolean> =>
    until(async () => {
      const events = await eventsOf(backend, id);
      const { rows } = await backend.database.pool.query<{ revision: number }>(
        'SELECT revision FROM ndas WHERE id = $1',
        [id],
      );
      const owes = (await backend.backend.infrastructure.commands.state(ndaDecider, id)).state.owedMails.owed;
      const last = events.findLast(({ type }) => /Reminder|Invit|NoticeSent/.test(type));
      return owes.length === 0 && (rows[0]?.revision ?? -1) >= (last?.revision ?? 0);
    });

  it('gets each reminder once, expires in time and has ordered events if the clock jumps', async () => {
    const before = await accepted();
    await settled(before.id);
    await tick(10 * DAY_MS);
    await settled(before.id);
    expect(await ofTheClock(before.id)).toEqual(['expired']);
    const { id } = await accepted();
    await settled(id);
    const hours = [0, -2, 25, 23, 73, 71, 73.5, 145, 143, 145, 166, 168.5, 166.5, 240];
    const seen: string[] = [];
    let furthest = 0;
    for (const hour of hours) {
      furthest = Math.max(furthest, hour);
      await tick(10 * DAY_MS + hour * HOUR_MS);
      await settled(id);
      if (furthest < 168) expect(await ofTheClock(id)).not.toContain('expired');
      seen.push((await ofTheClock(id)).join(' '));
    }
    expect(seen.at(-1)).toBe('day1 day3 day6 expired');
    for (const nda of [before.id, id]) {
      const times = (await eventsOf(backend, nda)).map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
    }
  });
});

describe('a backend whose clock is ten days ahead', () => {
  let aheadMs = 0;
  const clock: Clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  const received: Received[] = [];
  let mailServer: Server;
  let right: TestBackend;
  let wrong: TestBackend;
  let invitation: Invited;
  beforeAll(async () => {
    const port = await freePort();
    const env = {
      SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      MAIL_FROM: 'Siegel <a@siegel.example>',
    };
    right = await startTestBackend({ env });
    invitation = await invitedByLink(right);
    await until(async () => (await eventsOf(right, invitation.id)).some(({ type }) => type === 'MailFailed'));
    mailServer = smtpServer(received, () => undefined);
    await new Promise<void>((resolve) => {
      mailServer.listen(port, '127.0.0.1', resolve);
    });
    expect((mailServer.address() as AddressInfo).port).toBe(port);
    await right.backend.stop();
    await right.database.pool.query('UPDATE owed_jobs SET run_at = now()');
    aheadMs = 10 * DAY_MS;
    wrong = await startTestBackend({ env, on: right, clock, machineClock: clock });
  });
  afterAll(async () => {
    await wrong.stop();
    await new Promise((resolve) => mailServer.close(resolve));
    await right.database.drop();
  });

  it('refuses all acts, sends nothing, and goes on when the clocks agree', async () => {
    const { browser, id, token } = invitation;
    const party1 = Object.assign(wrong.browser(), { jar: browser.jar });
    const before = (await eventsOf(wrong, id)).length;
    const declining = wrong.backend.infrastructure.linkTokens.make({
      purpose: 'decline',
      ndaId: id,
      about: 1,
    });
    const acts = [
      party1.post(`/api/ndas/${id}/resend-remote-invite`),
      party1.post(`/api/ndas/${id}/cancel-remote-invite`),
      party1.patch(`/api/ndas/${id}/party2-email`).send({ party2Email: 'neu@example.org' }),
      party1.post(`/api/ndas/${id}/continue-link`),
      wrong.browser().post(linkCall(token, '/opened')),
      wrong
        .browser()
        .post(linkCall(token, '/sign'))
        .send({ signature: signature(2) }),
      wrong.browser().post(`/api/reminders/${declining}/decline`),
    ];
    for (const act of acts) {
      const { status, body } = await act;
      expect([status, body.code]).toEqual([503, 'unavailable']);
    }
    expect(await eventsOf(wrong, id)).toHaveLength(before);
    expect(received).toEqual([]);
    await wrong.browser().get('/health/ready').expect(503);

    aheadMs = 0;
    await until(async () => (await wrong.browser().get('/health/ready')).status === 200);
    await until(() => received.length > 0);
    expect((await read(party1, id)).invitationStatus).toMatch(/pending|sent/);
    await party1.post(`/api/ndas/${id}/cancel-remote-invite`).expect(200);
  });
});
