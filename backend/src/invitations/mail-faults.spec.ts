import { createHash, randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { AcceptedMails } from '../mail/accepted-mails.js';
import { MailFailed } from '../mail/mail-transport.js';
import { messageIdOn } from '../mail/message-id.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { OwedKind } from '../nda/owed-mails.state.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import type { JobRequest } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { silentLogger } from '../platform/logging/logger.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { newLinkId } from '../vault/link-tokens.js';
import { owedMailsNow } from './owed-mail.js';
import { SendMailJob } from './send-mail.job.js';
import { sendMailRequest } from './send-mail-request.js';

const command = oneOfEachCommand;
const site = {
  publicUrl: 'http://localhost',
  operator: 'Siegel',
  operatorLines: ['Siegel'],
  vatRate: null,
  contact: null,
  receivers: [],
  testMode: true,
};

/**
 * Tests each kind of mail while the provider does not accept it. The tests of the transports cover the ways
 * in which a provider refuses a mail.
 */
describe('an owed mail that the provider does not accept', () => {
  let bench: TestInfrastructure;
  let answer: MailFailed | undefined;
  /** Number of attempts that reached the provider. */
  let tries = 0;
  /** Message-IDs that the provider has accepted. */
  const accepted: string[] = [];
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  beforeEach(() => {
    answer = undefined;
    accepted.length = 0;
  });
  afterAll(() => bench.stop());

  const storyOf = (ndaId: string) => bench.infrastructure.commands.state(ndaDecider, ndaId);
  const owed = async (ndaId: string, kind: OwedKind): Promise<JobRequest['payload'] | undefined> => {
    const due = owedMailsNow(await storyOf(ndaId), bench.clock.now().toISOString());
    const about = due.find(({ mail }) => mail.kind === kind)?.mail.about;
    return about === undefined ? undefined : sendMailRequest({ ndaId, eventId: about, kind }).payload;
  };
  /**
   * Runs the job for this mail.
   * @returns the error with which the job fails; undefined if the job completes
   */
  const run = (payload: JobRequest['payload'] | undefined, attempt = 1): Promise<unknown> => {
    if (payload === undefined) throw new Error('nothing of that kind is owed');
    const { commands, linkTokens: links, pool } = bench.infrastructure;
    const send = async ({ messageId }: { messageId: string }): Promise<{ messageId: string }> => {
      tries += 1;
      if (answer !== undefined) throw answer;
      accepted.push(messageId);
      return { messageId };
    };
    const parts = {
      commands,
      links,
      accepted: new AcceptedMails(pool, bench.clock, bench.infrastructure.keyedHash),
      mail: { once: false, send },
      clock: bench.clock,
      logger: silentLogger,
      site,
      host: 'siegel.example',
    };
    return new SendMailJob(parts).run(payload, jobContext(attempt)).catch((error: unknown) => error);
  };
  const failures = async (ndaId: string) =>
    (await storyOf(ndaId)).events.flatMap((event) => (event.type === 'MailFailed' ? [event.open] : []));

  const link = (ndaId: string) => {
    const linkId = newLinkId();
    const token = bench.infrastructure.linkTokens.make({ purpose: 'invitation', ndaId, about: linkId });
    return { linkId, tokenHash: createHash('sha256').update(token).digest('hex') };
  };
  const invited = async (): Promise<string> => {
    const ndaId = await bench.nda(
      { ...command.SignAsParty1, mode: 'remote', party1PaysForBoth: true },
      command.ApplyVoucher,
    );
    await bench.run(ndaId, { ...command.InviteParty2, ...link(ndaId) });
    return ndaId;
  };
  const sent = async (...acts: readonly ((ndaId: string) => NdaCommand)[]): Promise<string> => {
    const ndaId = await invited();
    await run(await owed(ndaId, 'invitation'));
    for (const act of acts) await bench.run(ndaId, act(ndaId));
    return ndaId;
  };
  const signed = async (): Promise<string> => {
    const ndaId = await sent();
    const tokenHash = (await storyOf(ndaId)).state.invitation?.tokenHash ?? '';
    await bench.run(ndaId, { ...command.SignAsParty2, channel: { kind: 'remote', tokenHash } });
    return ndaId;
  };
  const ordered = (): Promise<string> =>
    bench.nda(
      { ...command.SignAsParty1, mode: 'remote', party1PaysForBoth: false },
      command.RequestPayment,
      command.RecordPaymentSuccess,
    );
  /** Creates an NDA that owes a mail of this kind now. */
  const OWING: { readonly [K in OwedKind]: () => Promise<string> } = {
    invitation: invited,
    order: ordered,
    reminder: () => sent(() => ({ type: 'RemindParty2', kind: 'manual' })),
    cancellation: () => sent(() => ({ type: 'CancelInvitation' })),
    correction: () =>
      sent((ndaId) => ({ type: 'CorrectParty2Address', party2Email: 'neu@example.org', ...link(ndaId) })),
    expiry: async () => {
      const ndaId = await sent();
      bench.clock.advance(7 * DAY_MS);
      await bench.run(ndaId, { type: 'ExpireInvitation' });
      return ndaId;
    },
    dispute: async () => {
      const ndaId = await signed();
      await bench.run(ndaId, { type: 'DisputeSignature', party: 2 });
      return ndaId;
    },
    continue: () => sent(() => ({ type: 'RequestContinueLink', linkId: newLinkId() })),
    'delivery-problem': async () => {
      const ndaId = await invited();
      answer = new MailFailed('mail_refused');
      await run(await owed(ndaId, 'invitation'));
      answer = undefined;
      return ndaId;
    },
  };
  const kinds = Object.keys(OWING) as OwedKind[];

  it.each(kinds)('records whether the fault is temporary, and is sent once it is over: %s', async (kind) => {
    const ndaId = await OWING[kind]();
    const payload = await owed(ndaId, kind);
    const told = async (): Promise<object | undefined> =>
      (await failures(ndaId)).findLast((failure) => failure.kind === kind);
    const party = ['invitation', 'reminder', 'cancellation', 'correction'].includes(kind) ? 2 : 1;
    answer = new MailFailed('mail_unreachable');
    expect(await run(payload, 1)).toMatchObject({ name: 'TryAgainIn', ms: 30_000 });
    expect(await told()).toMatchObject({ party, code: 'mail_unreachable', permanent: false });
    answer = new MailFailed('mail_setup');
    expect(await run(payload, 2)).toMatchObject({ name: 'TryAgainIn', ms: 60_000 });
    expect(await told()).toMatchObject({ party, code: 'mail_setup', permanent: false });
    answer = new MailFailed('mail_refused');
    expect(await run(payload, 3)).toMatchObject({ name: 'TryAgainIn', ms: DAY_MS });
    expect(await told()).toMatchObject({ party, code: 'mail_refused', permanent: true });
    const before = [...accepted];
    answer = undefined;
    expect(await run(payload, 4)).toBeUndefined();
    expect(await run(payload, 5)).toBeUndefined();
    expect(accepted).toHaveLength(before.length + 1);
    expect(await owed(ndaId, kind)).toBeUndefined();
  });

  it.each<[OwedKind, number]>([
    ['invitation', 14],
    ['reminder', 7],
    ['cancellation', 7],
    ['correction', 7],
    ['expiry', 7],
    ['dispute', 7],
    ['continue', 1],
    ['delivery-problem', 7],
  ])('is retried daily after a refusal, but only while it is owed: %s, %i times', async (kind, times) => {
    const ndaId = await OWING[kind]();
    const payload = await owed(ndaId, kind);
    accepted.length = 0;
    answer = new MailFailed('mail_refused');
    tries = 0;
    // `run` returns undefined once the job has given up.
    for (let day = 1; (await run(payload, day)) !== undefined; day += 1) {
      expect(day).toBeLessThan(20);
      bench.clock.advance(DAY_MS);
    }
    expect(tries).toBe(times);
    const told = (await failures(ndaId)).filter((failure) => failure.kind === kind);
    expect(told.at(-1)).toMatchObject({ code: 'mail_given_up', permanent: true });
    expect(accepted).toEqual([]);
  });

  it('is sent when a person asks for it, if it is an order confirmation that was given up', async () => {
    const ndaId = await OWING.order();
    const payload = await owed(ndaId, 'order');
    answer = new MailFailed('mail_refused');
    for (let day = 1; (await run(payload, day)) !== undefined; day += 1) bench.clock.advance(DAY_MS);
    const told = await failures(ndaId);
    expect(told.at(-1)).toMatchObject({ kind: 'order', code: 'mail_given_up' });
    bench.clock.advance(30 * DAY_MS);
    // A further refusal ends the attempts immediately and is not recorded again.
    expect(await run(await owed(ndaId, 'order'))).toBeUndefined();
    expect(await failures(ndaId)).toEqual(told);
    answer = new MailFailed('mail_unreachable');
    expect(await run(await owed(ndaId, 'order'))).toMatchObject({ name: 'TryAgainIn', ms: 30_000 });
    accepted.length = 0;
    answer = undefined;
    expect(await run(await owed(ndaId, 'order'), 2)).toBeUndefined();
    expect(accepted).toHaveLength(1);
    expect(await owed(ndaId, 'order')).toBeUndefined();
  });

  it.each(kinds.filter((kind) => kind !== 'continue'))(
    'is sent once after two days without a mail server: %s',
    async (kind) => {
      const ndaId = await OWING[kind]();
      const payload = await owed(ndaId, kind);
      accepted.length = 0;
      answer = new MailFailed('mail_unreachable');
      const end = bench.clock.now().getTime() + 48 * HOUR_MS;
      let attempt = 1;
      for (; bench.clock.now().getTime() < end; attempt += 1) {
        const { ms } = (await run(payload, attempt)) as { ms: number };
        expect(ms).toBeLessThanOrEqual(6 * HOUR_MS);
        bench.clock.advance(ms);
      }
      expect(attempt).toBeLessThan(25);
      answer = undefined;
      expect(await run(payload, attempt)).toBeUndefined();
      expect(accepted).toHaveLength(1);
    },
  );

  it('is not sent once the NDA is erased, even if it was waiting', async () => {
    const waiting: [string, JobRequest['payload'] | undefined][] = [];
    for (const kind of kinds) {
      const ndaId = await OWING[kind]();
      waiting.push([ndaId, await owed(ndaId, kind)]);
      answer = new MailFailed('mail_unreachable');
      await run(await owed(ndaId, kind));
      answer = undefined;
    }
    accepted.length = 0;
    for (const [ndaId, payload] of waiting) {
      await bench.run(ndaId, command.EraseNda);
      expect(await run(payload, 2)).toBeUndefined();
    }
    expect(accepted).toEqual([]);
  });

  it.each([
    ['begun', { begun_at: '2026-01-01', begun_by: randomUUID() }],
    ['accepted', { accepted_at: '2026-01-01' }],
  ])(
    'is not recorded as sent, and causes no notice of its end, if only a row says that it is %s',
    async (_, row) => {
      const ndaId = await invited();
      const payload = await owed(ndaId, 'invitation');
      const { state, events } = await storyOf(ndaId);
      const occasion = { about: ndaId, kind: 'invitation', recipient: 2, number: state.revision } as const;
      await bench.infrastructure.pool.query(
        'INSERT INTO accepted_mails SELECT * FROM jsonb_populate_record(NULL::accepted_mails, $1)',
        [{ message_id: messageIdOn('siegel.example', occasion), ...row }],
      );
      await bench.run(ndaId, { type: 'CancelInvitation' });
      expect(await run(payload)).toBeUndefined();
      const types = (await storyOf(ndaId)).events.map(({ type }) => type);
      expect(types).toEqual([...events.map(({ type }) => type), 'InvitationCancelled']);
      expect(await owed(ndaId, 'cancellation')).toBeUndefined();
    },
  );
});
