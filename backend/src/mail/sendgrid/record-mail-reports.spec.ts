import type { CommandRunner } from '../../eventsourcing/commands/command-runner.js';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { createDeliveryBench, type DeliveryBench } from '../../delivery/testing/delivery-bench.js';
import type { NdaCommand } from '../../nda/nda.commands.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { history } from '../../nda/testing/given.js';
import { addressCorrected, created } from '../../nda/testing/samples.js';
import { newId } from '../../platform/ids.js';
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
    ndaId = await bench.givenPaid();
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
  const bounced = (more: Partial<MailReport> = {}): MailReport =>
    report({
      what: 'bounced',
      code: 'bounced',
      permanent: true,
      reason: '550 no thomas@example.org',
      ...more,
    });
  const told = async () =>
    (await bench.events(ndaId)).filter(({ type }) => type === 'MailDelivered' || type === 'MailBounced');

  it('becomes a fact of the NDA, told as a consequence of the mail', async () => {
    await reports.report(report());
    await reports.report(bounced({ messageDigest: messageDigest(REMINDER), code: 'spam' }));
    const events = await bench.events(ndaId);
    const [document, reminder] = events.filter(
      ({ type }) => type === 'DocumentSent' || type === 'NoticeSent',
    );
    expect(await told()).toMatchObject([
      {
        type: 'MailDelivered',
        open: { party: 1, messageId: DOCUMENT },
        causedBy: (document as { id?: string }).id,
      },
      {
        type: 'MailBounced',
        open: { party: 2, messageId: REMINDER, code: 'spam' },
        personal: { reason: '550 no thomas@example.org' },
        actor: 'system',
        causedBy: (reminder as { id?: string }).id,
      },
    ]);
  });

  it('becomes one once, however often it comes and from however many at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => reports.report(bounced())));
    await reports.report(bounced({ code: 'dropped' }));
    await reports.report(report());
    expect((await told()).map(({ type }) => type)).toEqual(['MailBounced', 'MailDelivered']);
  });

  it('of a message that its NDA does not know, or of no NDA, becomes none', async () => {
    await reports.report(report({ messageDigest: messageDigest('<another@siegel.example>') }));
    await reports.report(report({ ndaId: newId() }));
    expect(await told()).toEqual([]);
  });

  it('leaves out what is personal once that is erased', async () => {
    await bench.append(ndaId, { type: 'NdaErased', open: { reason: 'admin' } });
    await bench.destroyKey(ndaId);
    await reports.report(bounced());
    const [event] = await told();
    expect(event).toMatchObject({ open: { code: 'bounced' } });
    expect(event).not.toHaveProperty('personal.reason');
  });

  it.each([
    ['invitation', 'spam', ['RecordMailBounced', 'DeclineReminders']],
    ['reminder', 'spam', ['RecordMailBounced', 'DeclineReminders']],
    ['cancellation', 'spam', ['RecordMailBounced']],
    ['invitation', 'bounced', ['RecordMailBounced']],
  ] as const)('ends reminders where it calls what invites spam: %s, %s', async (kind, code, commands) => {
    const mail: NdaEvent =
      kind === 'invitation'
        ? { type: 'InvitationSent', open: { invitation: 1, messageId: REMINDER } }
        : { type: 'NoticeSent', open: { notice: kind, party: 2, about: newId(), messageId: REMINDER } };
    const events = history([created, addressCorrected(), mail]);
    const run = jest.fn();
    const known = { state: () => Promise.resolve({ events }), run } as unknown as CommandRunner;
    const one = bounced({ code, messageDigest: messageDigest(REMINDER) });
    await new RecordMailReports(known, bench.parts.clock).report(one);
    expect(run.mock.calls.map(([, , command]: [unknown, unknown, NdaCommand]) => command.type)).toEqual(
      commands,
    );
    if (commands.length > 1) expect(run.mock.lastCall?.[2]).toEqual({ type: 'DeclineReminders', address: 2 });
    expect(new Set(run.mock.calls.map((call: { commandId: string }[]) => call[3]?.commandId)).size).toBe(
      commands.length,
    );
  });

  it('says so where the store is away', async () => {
    const away = (): Promise<never> => Promise.reject(new EventStoreUnavailable('away'));
    const { commands: there } = bench.parts;
    const commands = { state: there.state.bind(there), run: away } as unknown as CommandRunner;
    const failing = new RecordMailReports(commands, bench.parts.clock);
    await expect(failing.report(report())).rejects.toBeInstanceOf(EventStoreUnavailable);
  });
});
