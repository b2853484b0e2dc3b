import type { CommandRunner } from '../../eventsourcing/commands/command-runner.js';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { createDeliveryBench, type DeliveryBench } from '../../delivery/testing/delivery-bench.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { newId } from '../../platform/crypto/ids.js';
import type { MailReport } from './mail-reports.js';
import { RecordMailReports } from './record-mail-reports.js';
import { messageDigest } from './sendgrid-message.js';

const DOCUMENT = '<document@siegel.example>';
const REMINDER = '<reminder@siegel.example>';

const sent: NdaEvent[] = [
  { type: 'DocumentSent', open: { party: 1, messageId: DOCUMENT, documentHash: 'd'.repeat(64) } },
  {
    type: 'NoticeSent',
    open: { notice: 'reminder', party: 2, about: newId(), messageId: REMINDER },
  },
];

describe('a report of the mail provider', () => {
  let bench: DeliveryBench;
  let reports: RecordMailReports;
  let ndaId: string;
  beforeAll(async () => {
    bench = await createDeliveryBench();
    reports = new RecordMailReports(bench.parts.commands, bench.parts.clock);
  });
  beforeEach(async () => {
    ndaId = await bench.createPaid();
    await bench.append(ndaId, ...sent);
  });
  afterAll(() => bench.vaultDatabase.drop());

  const report = (more: Partial<MailReport> = {}): MailReport => ({
    ndaId,
    messageDigest: messageDigest(DOCUMENT),
    what: 'delivered',
    code: 'delivered',
    permanent: false,
    reason: '',
    at: bench.parts.clock.now(),
    ...more,
  });
  const record = async (one: MailReport, by = reports): Promise<void> => (await by.about(one.ndaId))(one);
  const bounced = (more: Partial<MailReport> = {}): MailReport =>
    report({
      what: 'bounced',
      code: 'bounced',
      permanent: true,
      reason: '550 no thomas@example.org',
      ...more,
    });
  const reportEvents = async () =>
    (await bench.events(ndaId)).filter(({ type }) => type === 'MailDelivered' || type === 'MailBounced');

  it('becomes a fact of the NDA, recorded as a consequence of the mail', async () => {
    await record(report());
    await record(bounced({ messageDigest: messageDigest(REMINDER), permanent: false }));
    const events = await bench.events(ndaId);
    const [document, reminder] = events.filter(
      ({ type }) => type === 'DocumentSent' || type === 'NoticeSent',
    );
    expect(await reportEvents()).toMatchObject([
      {
        type: 'MailDelivered',
        open: { kind: 'document', party: 1, messageId: DOCUMENT },
        causedBy: (document as { id?: string }).id,
      },
      {
        type: 'MailBounced',
        open: { kind: 'reminder', party: 2, messageId: REMINDER, code: 'bounced', permanent: false },
        personal: { reason: '550 no thomas@example.org' },
        actor: 'system',
        causedBy: (reminder as { id?: string }).id,
      },
    ]);
  });

  it('becomes one fact, no matter how often it comes and how many callers handle it at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => record(bounced())));
    await record(bounced({ code: 'dropped' }));
    await record(report());
    expect((await reportEvents()).map(({ type }) => type)).toEqual(['MailBounced', 'MailDelivered']);
  });

  it('reads the NDA once for thousands of reports, and runs each command once', async () => {
    const { commands } = bench.parts;
    const calls = { state: 0, run: 0 };
    const counting = {
      state: (...asked: Parameters<CommandRunner['state']>) => {
        calls.state += 1;
        return commands.state(...asked);
      },
      run: (...asked: Parameters<CommandRunner['run']>) => {
        calls.run += 1;
        return commands.run(...asked);
      },
    } as unknown as CommandRunner;
    const recordOne = await new RecordMailReports(counting, bench.parts.clock).about(ndaId);
    for (let n = 0; n < 4_000; n += 1)
      await recordOne(n % 2 === 0 ? report() : bounced({ messageDigest: messageDigest(REMINDER) }));
    expect(calls).toEqual({ state: 1, run: 2 });
    expect((await reportEvents()).map(({ type }) => type)).toEqual(['MailDelivered', 'MailBounced']);
  });

  describe('that a person marked a mail as spam', () => {
    const INVITATION = '<invitation@siegel.example>';
    const spam = (messageId: string): MailReport =>
      bounced({ messageDigest: messageDigest(messageId), code: 'spam', reason: '' });
    const types = async (): Promise<string[]> => (await bench.events(ndaId)).map(({ type }) => type);
    /** Creates an NDA that Party 2 was invited to sign but has not signed. */
    const invite = async (): Promise<void> => {
      ndaId = await bench.createPaid({ remote: true }, (all) =>
        all.filter(({ type }) => type !== 'Party2Signed' && type !== 'NdaCompleted'),
      );
      await bench.append(
        ndaId,
        { type: 'InvitationSent', open: { invitation: 1, messageId: INVITATION, fate: 'accepted' } },
        ...sent,
      );
    };

    it.each([INVITATION, REMINDER])(
      'declines reminders if it is about one of these mails: %s',
      async (messageId) => {
        await invite();
        await Promise.all([record(spam(messageId)), record(spam(messageId))]);
        expect((await types()).slice(-2)).toEqual(['MailBounced', 'RemindersDeclined']);
        expect((await bench.events(ndaId)).at(-1)).toMatchObject({ open: { address: 1 } });
      },
    );

    it('declines no reminders if it is about the document, or reports only a bounce', async () => {
      await invite();
      await record(spam(DOCUMENT));
      await record(bounced({ messageDigest: messageDigest(REMINDER) }));
      expect(await types()).not.toContain('RemindersDeclined');
    });

    it('declines no reminders for an address that was replaced meanwhile', async () => {
      await invite();
      await bench.append(ndaId, {
        type: 'Party2AddressCorrected',
        open: { address: 2, tokenHash: 'u'.repeat(64) },
        personal: { party2Email: 'new@example.org', previousEmail: 'lukasz@example.org' },
      });
      await record(spam(REMINDER));
      expect((await types()).at(-1)).toBe('MailBounced');
    });

    it('declines reminders even after a crash between the two facts', async () => {
      await invite();
      const { commands } = bench.parts;
      const dying = {
        state: commands.state.bind(commands),
        run: (...[decider, id, command, ...rest]: Parameters<CommandRunner['run']>) =>
          (command as { type: string }).type === 'DeclineReminders'
            ? Promise.reject(new EventStoreUnavailable('away'))
            : commands.run(decider, id, command, ...rest),
      } as unknown as CommandRunner;
      await expect(
        record(spam(INVITATION), new RecordMailReports(dying, bench.parts.clock)),
      ).rejects.toBeInstanceOf(EventStoreUnavailable);
      await record(spam(INVITATION));
      expect((await types()).slice(-2)).toEqual(['MailBounced', 'RemindersDeclined']);
    });
  });

  it('becomes no fact if it is about a message unknown to its NDA, or about no NDA', async () => {
    await record(report({ messageDigest: messageDigest('<another@siegel.example>') }));
    await record(report({ ndaId: newId() }));
    expect(await reportEvents()).toEqual([]);
  });

  it('leaves out personal data once the NDA is erased', async () => {
    await bench.append(ndaId, { type: 'NdaErased', open: { reason: 'admin' } });
    await bench.destroyKey(ndaId);
    await record(bounced());
    const [event] = await reportEvents();
    expect(event).toMatchObject({ open: { code: 'bounced' } });
    expect(event).not.toHaveProperty('personal.reason');
  });

  it('fails if the store is unavailable', async () => {
    const away = (): Promise<never> => Promise.reject(new EventStoreUnavailable('away'));
    const { commands: there } = bench.parts;
    const commands = { state: there.state.bind(there), run: away } as unknown as CommandRunner;
    const failing = new RecordMailReports(commands, bench.parts.clock);
    await expect(record(report(), failing)).rejects.toBeInstanceOf(EventStoreUnavailable);
  });
});
