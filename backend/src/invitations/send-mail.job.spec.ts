import { createHash } from 'node:crypto';
import type { AddressInfo, Server } from 'node:net';
import { DAY_MS } from '@siegel/contracts/limits';
import { AcceptedMails } from '../mail/accepted-mails.js';
import { MailBrokenOff, MailFailed as SendingFailed } from '../mail/mail-transport.js';
import { SmtpTransport } from '../mail/smtp.transport.js';
import { type Received, type SmtpAnswer, type SmtpStage, smtpServer } from '../mail/testing/smtp-server.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { MailFailed } from '../nda/nda.events.js';
import { ORDER_MAIL_WAIT_MS } from '../nda/rules/order-first.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import type { JobRequest } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { silentLogger } from '../platform/logging/logger.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import { openTestInfrastructure } from '../../testing/backend/test-infrastructure.js';
import { newLinkId } from '../vault/link-tokens.js';
import { owedMailsNow } from './owed-mail.js';
import { SendMailJob, type SendMailParts } from './send-mail.job.js';
import { sendMailRequest } from './send-mail-request.js';

const { party1Email, party2Email } = oneOfEachCommand.CreateNda.personal;
const NEW_ADDRESS = 'charlotte@example.org';

describe('SendMailJob', () => {
  const received: Received[] = [];
  /** The Message-ID of each mail that the mail server got. A mail that it got twice has two entries. */
  const given: string[] = [];
  let answers: { readonly [S in SmtpStage]?: SmtpAnswer } = {};
  let bench: Awaited<ReturnType<typeof openTestInfrastructure>>;
  let server: Server;
  let smtp: SmtpTransport;
  let parts: SendMailParts;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
    server = smtpServer(received, (stage) => answers[stage]);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    smtp = new SmtpTransport({
      url: `smtp://name:password@127.0.0.1:${port}?ignoreTLS=true`,
      from: 'Siegel <nda@siegel.example>',
      silenceMs: scaledTimeout(5000),
    });
    const { infrastructure, clock } = bench;
    parts = {
      commands: infrastructure.commands,
      links: infrastructure.linkTokens,
      accepted: new AcceptedMails(infrastructure.pool, clock, infrastructure.keyedHash),
      mail: {
        once: false,
        send: (mail, signal) => {
          given.push(mail.messageId);
          return smtp.send(mail, signal);
        },
      },
      clock,
      logger: silentLogger,
      site: {
        publicUrl: 'http://localhost',
        operator: 'Siegel',
        operatorLines: ['Siegel'],
        vatRate: null,
        contact: null,
        receivers: [],
        testMode: true,
      },
      host: 'siegel.example',
    };
  });
  beforeEach(() => {
    received.length = 0;
    given.length = 0;
    answers = {};
  });
  afterAll(async () => {
    smtp.close();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await bench.stop();
  });

  /** Creates a link to the signing page in the same way as the API does. */
  const link = (ndaId: string) => {
    const linkId = newLinkId();
    const token = bench.infrastructure.linkTokens.make({ purpose: 'invitation', ndaId, about: linkId });
    return { linkId, tokenHash: createHash('sha256').update(token).digest('hex') };
  };
  const invitedNda = async (): Promise<string> => {
    const ndaId = await bench.nda(
      { ...oneOfEachCommand.SignAsParty1, mode: 'remote', party1PaysForBoth: true },
      oneOfEachCommand.ApplyVoucher,
    );
    await bench.run(ndaId, { ...oneOfEachCommand.InviteParty2, ...link(ndaId) });
    return ndaId;
  };
  const correct = (ndaId: string): NdaCommand => ({
    type: 'CorrectParty2Address',
    party2Email: NEW_ADDRESS,
    ...link(ndaId),
  });
  const storyOf = (ndaId: string) => bench.infrastructure.commands.state(ndaDecider, ndaId);
  /** Returns the job payload of each mail that the NDA owes now, by the kind of mail. */
  const owed = async (ndaId: string): Promise<Readonly<Record<string, JobRequest['payload']>>> => {
    const due = owedMailsNow(await storyOf(ndaId), bench.clock.now().toISOString());
    return Object.fromEntries(
      due.map(({ mail: { about, kind } }) => [
        kind,
        sendMailRequest({ ndaId, eventId: about, kind }).payload,
      ]),
    );
  };
  const run = (
    payload: JobRequest['payload'] | undefined,
    attempt = 1,
    changed: Partial<SendMailParts> = {},
  ): Promise<unknown> =>
    new SendMailJob({ ...parts, ...changed })
      .run(payload ?? {}, jobContext(attempt))
      .catch((error: unknown) => error);
  const recipients = (): string[] => received.flatMap(({ to }) => to);
  const types = async (ndaId: string): Promise<readonly string[]> =>
    (await bench.types(ndaId)).slice((await bench.types(ndaId)).indexOf('Party2Invited') + 1);
  const tenMinutesLater = () =>
    bench.infrastructure.pool.query(`UPDATE accepted_mails SET begun_at = begun_at - interval '10 min'`);
  const failures = async (ndaId: string): Promise<readonly MailFailed['open'][]> =>
    (await storyOf(ndaId)).events.flatMap((event) => (event.type === 'MailFailed' ? [event.open] : []));

  describe('behind an order', () => {
    /** Creates an NDA that Party 1 has paid for by card and to which Party 2 is invited. */
    const ordered = async (): Promise<string> => {
      const ndaId = await bench.nda(
        { ...oneOfEachCommand.SignAsParty1, mode: 'remote', party1PaysForBoth: false },
        oneOfEachCommand.RequestPayment,
        oneOfEachCommand.RecordPaymentSuccess,
      );
      await bench.run(ndaId, { ...oneOfEachCommand.InviteParty2, ...link(ndaId) });
      return ndaId;
    };
    const later = { name: 'TryAgainIn', ms: ORDER_MAIL_WAIT_MS };

    it('an invitation waits until the order confirmation was sent', async () => {
      const ndaId = await ordered();
      const { invitation, order } = await owed(ndaId);
      expect(await run(invitation)).toMatchObject(later);
      expect(recipients()).toEqual([]);
      expect(await run(order)).toBeUndefined();
      expect(await run(invitation, 2)).toBeUndefined();
      expect(await run(order, 2)).toBeUndefined();
      expect(recipients()).toEqual([`<${party1Email}>`, `<${party2Email}>`]);
      expect(await types(ndaId)).toEqual(['NoticeSent', 'InvitationSent']);
    });

    it('an invitation no longer waits once sending the confirmation was attempted', async () => {
      const ndaId = await ordered();
      const { invitation, order } = await owed(ndaId);
      const away = {
        mail: { once: false, send: () => Promise.reject(new SendingFailed('mail_unreachable')) },
      };
      expect(await run(order, 1, away)).toMatchObject({ name: 'TryAgainIn', ms: 30_000 });
      expect(await run(invitation)).toBeUndefined();
      expect(await run(order, 2)).toBeUndefined();
      expect(await types(ndaId)).toEqual(['MailFailed', 'InvitationSent', 'NoticeSent']);
    });
  });

  it('sends a mail once, and records that it was sent', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    expect(await run(invitation)).toBeUndefined();
    expect(await run(invitation, 2)).toBeUndefined();
    expect(recipients()).toEqual([`<${party2Email}>`]);
    expect(received[0]?.data).toContain(`Message-ID: ${given[0]}`);
    expect(await types(ndaId)).toEqual(['InvitationSent']);
    expect((await storyOf(ndaId)).state.sentInvitations).toEqual(given);
  });

  it('sends nothing again if only the record of the first mail was lost', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    const commands: SendMailParts['commands'] = {
      state: (...asked) => parts.commands.state(...asked),
      run: () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })),
    };
    expect(await run(invitation, 1, { commands })).toMatchObject({ code: 'ECONNRESET' });
    expect(await types(ndaId)).toEqual([]);
    expect(await run(invitation, 2)).toBeUndefined();
    expect(given).toHaveLength(1);
    expect(await types(ndaId)).toEqual(['InvitationSent']);
  });

  it('resends a mail with an unknown fate under the same id after ten minutes', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    answers = { '.': 'cut' };
    expect(await run(invitation)).toMatchObject({ name: 'TryAgainIn', ms: 600_000 });
    expect(await failures(ndaId)).toMatchObject([{ code: 'mail_unreachable', pauseMs: 600_000 }]);
    answers = {};
    expect(await run(invitation, 2)).toMatchObject({ name: 'TryAgainIn' });
    expect(received).toEqual([]);
    await tenMinutesLater();
    expect(await run(invitation, 3)).toBeUndefined();
    expect(received).toHaveLength(1);
    expect(given).toHaveLength(2);
    expect(new Set(given).size).toBe(1);
  });

  it('sends one mail if two workers have the job', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    await Promise.all([run(invitation), run(invitation), run(invitation)]);
    await run(invitation, 2);
    expect(received).toHaveLength(1);
    expect(await types(ndaId)).toEqual(['InvitationSent']);
  });

  it('tells Party 1 about an address that refuses permanently, and retries daily', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    answers = { RCPT: '550 no such user' };
    expect(await run(invitation)).toMatchObject({ name: 'TryAgainIn', ms: DAY_MS });
    expect(await run(invitation, 2)).toMatchObject({ name: 'TryAgainIn', ms: DAY_MS });
    const story = { kind: 'invitation', code: 'mail_refused', permanent: true };
    expect(await failures(ndaId)).toMatchObject([story, story]);
    answers = {};
    await run((await owed(ndaId))['delivery-problem']);
    expect(recipients()).toEqual([`<${party1Email}>`]);
    expect(Object.keys(await owed(ndaId))).toEqual(['invitation']);
  });

  it('retries temporary faults with growing pauses, and records nothing if a stop interrupted it', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    answers = { MAIL: '421 later' };
    expect(await run(invitation)).toMatchObject({ ms: 30_000 });
    expect(await run(invitation, 20)).toMatchObject({ ms: 6 * 60 * 60 * 1000 });
    const told = [1, 2].map((attempt) => ({ permanent: false, attempt }));
    expect(await failures(ndaId)).toMatchObject(told);
    const mail = { once: false, send: () => Promise.reject(new MailBrokenOff()) };
    expect(await run(invitation, 21, { mail })).toBeInstanceOf(MailBrokenOff);
    expect(await failures(ndaId)).toHaveLength(2);
  });

  it('gives up a notice after a week, but not before', async () => {
    const ndaId = await invitedNda();
    await run((await owed(ndaId))['invitation']);
    await bench.run(ndaId, { type: 'CancelInvitation' });
    const { cancellation } = await owed(ndaId);
    answers = { RCPT: '550 no such user' };
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      expect(await run(cancellation, attempt)).toMatchObject({ ms: DAY_MS });
      bench.clock.advance(DAY_MS);
    }
    const tried = given.length;
    expect(await run(cancellation, 8)).toBeUndefined();
    expect(await run(cancellation, 9)).toBeUndefined();
    expect((await failures(ndaId)).map(({ code }) => code).slice(-2)).toEqual([
      'mail_refused',
      'mail_given_up',
    ]);
    expect(given).toHaveLength(tried);
    expect((await storyOf(ndaId)).state.owedMails.owed).toEqual([]);
  });

  it('retries a mail with a short lifetime until that is over', async () => {
    const [ndaId, invitee] = [await bench.nda(), await invitedNda()];
    await bench.run(ndaId, oneOfEachCommand.RequestContinueLink);
    const [{ continue: link }, { invitation }] = [await owed(ndaId), await owed(invitee)];
    bench.clock.advance(DAY_MS / 4);
    answers = { RCPT: '550 no such user' };
    expect(await run(link)).toMatchObject({ name: 'TryAgainIn', ms: (3 * DAY_MS) / 4 });
    expect(await failures(ndaId)).toMatchObject([{ code: 'mail_refused', pauseMs: (3 * DAY_MS) / 4 }]);
    bench.clock.advance((3 * DAY_MS) / 4);
    expect(await run(link, 2)).toBeUndefined();
    expect((await failures(ndaId)).map(({ code }) => code)).toEqual(['mail_refused', 'mail_given_up']);
    answers = { MAIL: '421 later' };
    bench.clock.advance(13 * DAY_MS - 60_000);
    expect(await run(invitation, 20)).toMatchObject({ name: 'TryAgainIn', ms: 60_000 });
    expect((await failures(invitee)).at(-1)).toMatchObject({ code: 'mail_unreachable', permanent: false });
  });

  it('records an acceptance even after the invitation was withdrawn, so that the recipient is informed', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    const commands: SendMailParts['commands'] = {
      state: (...asked) => parts.commands.state(...asked),
      run: () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })),
    };
    await run(invitation, 1, { commands });
    await bench.run(ndaId, { type: 'CancelInvitation' });
    expect(await owed(ndaId)).toEqual({});
    expect(await run(invitation, 2)).toBeUndefined();
    expect(await run(invitation, 3)).toBeUndefined();
    expect(await types(ndaId)).toEqual(['InvitationCancelled', 'InvitationSent']);
    expect((await storyOf(ndaId)).state.acceptedInvitations).toMatchObject([{ fate: 'accepted' }]);
    expect(Object.keys(await owed(ndaId))).toEqual(['cancellation']);
    expect(given).toHaveLength(1);
  });

  it('tells the old address about a correction if the fate of its invitation remains unknown', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    answers = { '.': 'cut' };
    const mail: SendMailParts['mail'] = {
      once: false,
      send: async (outgoing) => {
        await bench.run(ndaId, correct(ndaId));
        return smtp.send(outgoing);
      },
    };
    expect(await run(invitation, 1, { mail })).toMatchObject({ name: 'TryAgainIn' });
    expect(Object.keys(await owed(ndaId))).toEqual(['invitation']);
    await tenMinutesLater();
    expect(await run(invitation, 2)).toBeUndefined();
    expect(Object.keys(await owed(ndaId))).toEqual(['correction', 'invitation']);
    expect(await types(ndaId)).toEqual(['Party2AddressCorrected', 'InvitationSent']);
    expect((await storyOf(ndaId)).state.acceptedInvitations).toMatchObject([{ fate: 'unknown' }]);
  });

  it('does not send a mail that became void while it waited', async () => {
    const [cancelled, erased] = [await invitedNda(), await invitedNda()];
    const owedThen = [(await owed(cancelled))['invitation'], (await owed(erased))['invitation']];
    await bench.run(cancelled, { type: 'CancelInvitation' });
    await bench.run(erased, oneOfEachCommand.EraseNda);
    for (const payload of owedThen) expect(await run(payload)).toBeUndefined();
    expect(given).toEqual([]);
  });

  it('logs and records nothing if an erasure came while the mail failed', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    const mail: SendMailParts['mail'] = {
      once: false,
      send: async () => {
        await bench.run(ndaId, oneOfEachCommand.EraseNda);
        throw new Error('the key is destroyed');
      },
    };
    expect(await run(invitation, 1, { mail })).toBeUndefined();
    expect(await failures(ndaId)).toEqual([]);
  });

  it('waits some time for a missing key, and sends nothing meanwhile', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    const withoutKey = async (...asked: Parameters<typeof parts.commands.state>) => {
      const found = await parts.commands.state(...asked);
      return { ...found, state: { ...(found.state as object), personal: undefined } };
    };
    const commands: SendMailParts['commands'] = {
      run: (...command) => parts.commands.run(...command),
      state: withoutKey as SendMailParts['commands']['state'],
    };
    for (const counted of [8, 8, 8])
      expect(await run(invitation, counted, { commands })).toMatchObject({ name: 'KeyMissing' });
    expect(await run(invitation, 8, { commands })).toBeUndefined();
    expect(await failures(ndaId)).toMatchObject([
      { code: 'key_missing', attempt: 1 },
      { code: 'key_missing', attempt: 2 },
      { code: 'key_missing', attempt: 4 },
      { code: 'input_missing', attempt: 8 },
    ]);
    expect(given).toEqual([]);
  });

  it('invites at a corrected address, and tells the old one even if the old one accepted the invitation meanwhile', async () => {
    const ndaId = await invitedNda();
    const { invitation } = await owed(ndaId);
    const mail: SendMailParts['mail'] = {
      once: false,
      send: async (outgoing) => {
        await bench.run(ndaId, correct(ndaId));
        expect(Object.keys(await owed(ndaId))).toEqual(['invitation']);
        return smtp.send(outgoing);
      },
    };
    await run(invitation, 1, { mail });
    const after = await owed(ndaId);
    expect(Object.keys(after)).toEqual(['correction', 'invitation']);
    await run(after['correction']);
    await run(after['invitation']);
    expect(recipients()).toEqual([`<${party2Email}>`, `<${party2Email}>`, `<${NEW_ADDRESS}>`]);
    expect(await types(ndaId)).toEqual([
      'Party2AddressCorrected',
      'InvitationSent',
      'NoticeSent',
      'InvitationSent',
    ]);
    expect(await owed(ndaId)).toEqual({});
  });
});
