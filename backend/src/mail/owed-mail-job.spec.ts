import { DAY_MS } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { JobLost, type JobRequest, TryAgainIn } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { silentLogger } from '../platform/logging/logger.js';
import { KeyMissing } from '../vault/vault.js';
import { MailBrokenOff, MailFailed, type OutgoingMail } from './mail-transport.js';
import {
  type MailFailure,
  MailPartMissing,
  OwedMailJob,
  type OwedMailParts,
  type PendingMail,
  withUnusualPause,
} from './owed-mail-job.js';
import { sampleSite } from './testing/sample-mails.js';

const NOW = '2026-11-03T10:00:00.000Z';
const mail: OutgoingMail = {
  kind: 'order',
  messageId: '<1@siegel.example>',
  stream: 'nda-1',
  to: 'ada@example.org',
  subject: 'S',
  text: 'T',
  html: '<p>T</p>',
  attachments: [],
};

type FailingStep = 'writing' | 'sending' | 'recording' | 'recording the failure' | 'looking again';

/** A job for tests. It fails at the steps that are set in `faults`. */
class TestMailJob extends OwedMailJob<PendingMail, OwedMailParts> {
  readonly task = 'described';
  owed: PendingMail | undefined = { name: { kind: 'order' }, failed: [] };
  faults: { [P in FailingStep]?: Error } = {};
  readonly recorded: (string | MailFailure)[] = [];
  /** True if the mail is no longer owed when the job checks a second time. */
  ends = false;
  private checks = 0;

  protected override async due(): Promise<PendingMail | undefined> {
    this.checks += 1;
    if (this.checks > 1) this.fail('looking again');
    return this.ends && this.checks > 1 ? undefined : this.owed;
  }

  protected async written(): Promise<OutgoingMail> {
    this.fail('writing');
    return mail;
  }

  protected async recordSent(_: PendingMail, messageId: string): Promise<void> {
    this.fail('recording');
    this.recorded.push(messageId);
  }

  protected async recordFailure(_: PendingMail, failure: MailFailure): Promise<void> {
    this.fail('recording the failure');
    this.recorded.push(failure);
  }

  fail(step: FailingStep): void {
    const fault = this.faults[step];
    if (fault !== undefined) throw fault;
  }

  causedBy(event: Pick<Recorded, 'id' | 'correlationId'>, ...what: string[]) {
    return this.context({ id: 'nda-1', event }, ...what);
  }
}

describe('a job that sends an owed mail', () => {
  let lines: object[];
  let job: TestMailJob;
  /** Number of times that the provider got the mail. */
  let sentCount: number;
  beforeEach(() => {
    [lines, sentCount] = [[], 0];
    job = new TestMailJob({
      mail: {
        once: true,
        send: async ({ messageId }) => {
          sentCount += 1;
          job.fail('sending');
          return { messageId };
        },
      },
      accepted: { begin: jest.fn(), undo: jest.fn(), note: jest.fn(), fate: jest.fn() },
      clock: { now: () => new Date(NOW) },
      logger: { ...silentLogger, warn: (facts: object) => void lines.push(facts) },
      site: sampleSite,
      host: 'siegel.example',
    });
  });

  const run = (attempt = 1): Promise<unknown> => {
    const payload: JobRequest['payload'] = {};
    return job.run(payload, jobContext(attempt)).catch((error: unknown) => error);
  };
  const earlier = (attempt: number, code: string, at = NOW) => ({ attempt, code, at });
  const unknown = new MailFailed('mail_unreachable', { fateUnknown: true });

  it('sends the mail and records that it was sent', async () => {
    expect(await run()).toBeUndefined();
    expect([sentCount, job.recorded, lines]).toEqual([1, [mail.messageId], []]);
  });

  it('does nothing if nothing is owed', async () => {
    job.owed = undefined;
    expect(await run()).toBeUndefined();
    expect([sentCount, job.recorded]).toEqual([0, []]);
  });

  it.each([
    ['sending', new MailFailed('mail_unreachable'), 'mail_unreachable', false, 30_000, 30_000],
    ['sending', new MailFailed('mail_setup'), 'mail_setup', false, 30_000, 30_000],
    ['sending', new MailFailed('mail_refused'), 'mail_refused', true, DAY_MS, DAY_MS],
    ['sending', unknown, 'mail_unreachable', false, 600_000, 600_000],
    ['writing', new KeyMissing('nda-1'), 'key_missing', false, 30_000, undefined],
    ['writing', new MailPartMissing('document_missing'), 'document_missing', false, 30_000, undefined],
    ['writing', new TypeError('a fault'), 'unexpected', false, 30_000, undefined],
    ['recording', new Error('refused'), 'unexpected', false, 30_000, undefined],
  ] as const)('records the failure at %s: %p', async (step, fault, code, ...rest) => {
    const [permanent, pauseMs, waitMs] = rest;
    job.faults = { [step]: fault };
    const outcome = await run();
    expect(job.recorded).toEqual([{ code, permanent, attempt: 1, pauseMs }]);
    expect(lines).toEqual([{ kind: 'order', code, attempt: 1, isOver: false }]);
    if (waitMs === undefined) expect(outcome).toBe(fault);
    else expect(outcome).toMatchObject({ name: 'TryAgainIn', ms: waitMs, cause: fault });
  });

  it.each([
    new JobLost(),
    new TryAgainIn(5),
    new MailBrokenOff(),
    new EventStoreUnavailable('away'),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  ])(
    'does not record a failure that the mail did not cause, in whichever step it happens: %p',
    async (fault) => {
      for (const step of ['writing', 'sending', 'recording'] as const) {
        job.faults = { [step]: fault };
        expect(await run()).toBe(fault);
      }
      expect([job.recorded, lines]).toEqual([[], []]);
    },
  );

  it('records nothing if a store is unavailable while the job checks whether the mail is still owed', async () => {
    const away = new EventStoreUnavailable('away');
    job.faults = { sending: new MailFailed('mail_refused'), 'looking again': away };
    expect(await run()).toBe(away);
    expect([job.recorded, lines]).toEqual([[], []]);
  });

  it('logs and records nothing if the failed mail is no longer owed', async () => {
    job.faults = { sending: new MailFailed('mail_refused') };
    job.ends = true;
    expect(await run()).toBeUndefined();
    expect([sentCount, job.recorded, lines]).toEqual([1, [], []]);
  });

  it('also retries if the failure could not be recorded', async () => {
    job.faults = { sending: new MailFailed('mail_setup'), 'recording the failure': new Error('refused') };
    expect(await run()).toMatchObject({ name: 'TryAgainIn', ms: 30_000 });
    expect(lines).toHaveLength(2);
  });

  it("pauses according to the queue's count, but records the count that the history confirms", async () => {
    job.owed = { name: {}, failed: [earlier(1, 'mail_setup'), earlier(2, 'mail_setup')] };
    job.faults = { sending: new MailFailed('mail_setup') };
    expect(await run(20)).toMatchObject({ ms: 21_600_000 });
    expect(job.recorded).toMatchObject([{ attempt: 4, pauseMs: 240_000 }]);
  });

  it('goes on while nothing is missing and nothing is refused', async () => {
    job.owed = { name: {}, failed: [earlier(64, 'mail_setup')] };
    for (const fault of [new MailFailed('mail_unreachable'), new TypeError('a fault')]) {
      job.faults = { sending: fault };
      expect(await run(100)).toBeInstanceOf(Error);
    }
    expect(job.recorded).toMatchObject([{ code: 'mail_unreachable' }, { code: 'unexpected' }]);
  });

  it.each([
    ['until the end of its time, if that comes first', 60_000, 60_000],
    ['as usual, if that end is later', 30 * DAY_MS, DAY_MS],
  ])('waits %s', async (_, leftMs, ms) => {
    job.owed = { name: {}, failed: [], until: new Date(Date.parse(NOW) + leftMs).toISOString() };
    job.faults = { sending: new MailFailed('mail_refused') };
    expect(await run()).toMatchObject({ ms });
    expect(job.recorded).toMatchObject([{ pauseMs: ms }]);
  });

  it.each([
    ['a refusal is believed after two weeks', new MailFailed('mail_refused'), 14, 'mail_given_up'],
    ['a refusal is not believed before', new MailFailed('mail_refused'), 13, undefined],
    ['an earlier refusal does not affect another fault', new MailFailed('mail_setup'), 20, undefined],
  ])('%s', async (_, fault, days, lastWord) => {
    const first = earlier(2, 'mail_refused', new Date(Date.parse(NOW) - days * DAY_MS).toISOString());
    job.owed = { name: {}, failed: [earlier(1, 'mail_setup', '2026-01-01T00:00:00.000Z'), first] };
    job.faults = { sending: fault };
    const outcome = await run(3);
    if (lastWord === undefined) expect(outcome).toBeInstanceOf(TryAgainIn);
    else expect(outcome).toBeUndefined();
    const isOver = lastWord !== undefined;
    expect(job.recorded).toMatchObject([{ code: lastWord ?? fault.code, attempt: 3 }]);
    if (isOver) expect(job.recorded).toMatchObject([{ permanent: true, pauseMs: null }]);
    expect(lines).toMatchObject([{ code: fault.code, isOver }]);
  });

  it.each([new KeyMissing('nda-1'), new MailPartMissing('document_missing')])(
    'ends if a part remains missing: %p',
    async (fault) => {
      job.faults = { writing: fault };
      for (const [failedAttempt, isOver] of [
        [3, false],
        [4, true],
      ] as const) {
        job.owed = { name: {}, failed: [earlier(failedAttempt, 'key_missing')] };
        expect(await run(8)).toBe(isOver ? undefined : fault);
      }
      expect(job.recorded).toMatchObject([{ attempt: 6 }, { code: 'input_missing', permanent: true }]);
    },
  );

  it('names the event that owes the mail, and records each fact once', () => {
    const event = { id: 'event', correlationId: 'correlation' };
    const first = job.causedBy(event, 'mail-sent');
    expect(first).toMatchObject({
      correlationId: 'correlation',
      causedBy: 'event',
      actor: 'system',
      at: NOW,
    });
    expect(job.causedBy(event, 'mail-sent').commandId).toBe(first.commandId);
    expect(job.causedBy(event, 'mail-failed').commandId).not.toBe(first.commandId);
  });
});

describe('the pause of a failed mail', () => {
  const failure = { code: 'mail_setup', permanent: false, attempt: 2 };
  it.each([
    [60_000, failure],
    [59_999, { ...failure, pauseMs: 59_999 }],
    [null, failure],
  ])('is recorded if it cannot be computed from code and attempt: %p', (pauseMs, recorded) =>
    expect(withUnusualPause({ ...failure, pauseMs })).toStrictEqual(recorded),
  );
});
