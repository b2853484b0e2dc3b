import { MailFailed, type MailTransport, type OutgoingMail } from '../mail/mail-transport.js';
import { AcceptedMails } from '../mail/accepted-mails.js';
import { sampleSite } from '../mail/testing/sample-mails.js';
import { newId } from '../platform/crypto/ids.js';
import { TryAgainIn } from '../platform/jobs/job.js';
import { CauseMissing } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { silentLogger } from '../platform/logging/logger.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { withdrawalDecider } from './model/withdrawal.decider.js';
import { type ReceiptKind, withdrawalStream } from './model/withdrawal.events.js';
import { history } from './model/testing/given.js';
import {
  closed,
  declaration,
  declared,
  declaredWith,
  keyDestroyed,
  receiptFailed,
  receiptSent,
} from './model/testing/samples.js';
import { SendReceiptJob, sendReceiptWhenWithdrawn } from './send-receipt.job.js';

const DAY_MS = 86_400_000;

describe('the receipt of a withdrawal', () => {
  let bench: TestInfrastructure;
  let given: OutgoingMail[];
  let failure: Error | undefined;
  /** An action that runs once while a mail is sent. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  let once: boolean;
  let asked: string[];
  let isOwn: boolean;
  let job: SendReceiptJob;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());
  beforeEach(() => {
    [given, failure, once, asked, isOwn] = [[], undefined, false, [], false];
    meanwhile = undefined;
    const mail: MailTransport = {
      get once() {
        return once;
      },
      send: async (message) => {
        given.push(message);
        const also = meanwhile;
        meanwhile = undefined;
        await also?.();
        if (failure !== undefined) throw failure;
        return { messageId: message.messageId };
      },
    };
    const { commands, pool } = bench.infrastructure;
    job = new SendReceiptJob({
      commands,
      isOwnOrder: async (...named) => {
        asked.push(...named);
        return isOwn;
      },
      mail,
      accepted: new AcceptedMails(pool, bench.clock, bench.infrastructure.keyedHash),
      clock: bench.clock,
      logger: silentLogger,
      site: sampleSite,
      host: 'siegel.example',
    });
  });

  async function withdrawn(receipt: ReceiptKind = 'brief'): Promise<string> {
    const id = newId();
    const command = { type: 'DeclareWithdrawal', declaration, receipt } as const;
    await bench.infrastructure.commands.run(withdrawalDecider, id, command, bench.context());
    return id;
  }
  /**
   * Records a withdrawal as older versions did. In these versions, the declaration did not decide the kind of
   * receipt.
   */
  async function withdrawnBefore(): Promise<string> {
    const id = newId();
    const command = { type: 'DeclareWithdrawal', declaration, receipt: 'brief' } as const;
    const before = { ...withdrawalDecider, decide: () => [declaredWith(null)] };
    await bench.infrastructure.commands.run(before, id, command, bench.context());
    return id;
  }
  const run = (withdrawalId: string, attempt = 1): Promise<void> =>
    job.run({ withdrawalId }, { ...jobContext(), attempt, jobId: withdrawalId });
  const events = async (id: string) =>
    (await bench.infrastructure.commands.state(withdrawalDecider, id)).events;
  const types = async (id: string): Promise<string[]> => (await events(id)).map(({ type }) => type);

  it('goes once to the given address', async () => {
    const id = await withdrawn();
    await run(id);
    await run(id, 2);
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({
      to: declaration.email,
      stream: withdrawalStream(id),
      attachments: [],
      messageId: expect.stringMatching(/^<[0-9a-f]{40}@siegel\.example>$/),
    });
    expect(await types(id)).toEqual(['WithdrawalDeclared', 'WithdrawalReceiptSent']);
    const [first, second] = await events(id);
    expect(second).toMatchObject({
      open: { about: first?.id, messageId: given[0]?.messageId },
      causedBy: first?.id,
      correlationId: first?.correlationId,
    });
  });

  it.each([
    ['whole', true],
    ['brief', false],
  ] as const)("repeats the sender's words if its kind is %s: %s", async (receipt, repeats) => {
    isOwn = !repeats;
    await run(await withdrawn(receipt));
    expect(given[0]?.text.includes('Sie haben den Vertrag S-MZXW6YTBOI widerrufen.')).toBe(true);
    for (const word of ['Grace Hopper', 'Zweimal bestellt'])
      expect(`${given[0]?.text}${given[0]?.html}`.includes(word)).toBe(repeats);
    expect(asked).toEqual([]);
  });

  it.each([true, false])(
    'is sent if its kind was not decided at the declaration; the order is then looked up: %s',
    async (found) => {
      isOwn = found;
      const id = await withdrawnBefore();
      await run(id);
      expect(asked).toEqual([declaration.reference, declaration.email]);
      expect(given).toHaveLength(1);
      expect(given[0]?.text.includes('Zweimal bestellt')).toBe(found);
      expect(await types(id)).toEqual(['WithdrawalDeclared', 'WithdrawalReceiptSent']);
    },
  );

  it('is not sent by any job if it is withheld, no matter how it got into the queue', async () => {
    const id = await withdrawn('withheld');
    await run(id);
    await job.run({ withdrawalId: id, receipt: 'whole', email: 'x@example.org', force: true }, jobContext());
    expect(given).toEqual([]);
    expect(await types(id)).toEqual(['WithdrawalDeclared']);
  });

  it("depends on nothing in the job but the withdrawal's id", async () => {
    const [id, cause] = [await withdrawn(), newId()];
    const payload = { withdrawalId: id, email: 'x@example.org', receipt: 'whole', causedBy: cause };
    await job.run(payload, { ...jobContext(), jobId: id });
    expect(given[0]?.to).toBe(declaration.email);
    const [first, second] = await events(id);
    expect(second).toMatchObject({ causedBy: first?.id, open: { about: first?.id } });
    expect(JSON.stringify(second)).not.toContain(cause);
  });

  it('is not sent again if it was accepted but the acceptance could not be recorded', async () => {
    const id = await withdrawn();
    const { commands } = bench.infrastructure;
    const run1 = jest.spyOn(commands, 'run').mockRejectedValueOnce(new Error('the store is away'));
    await expect(run(id)).rejects.toThrow('the store is away');
    run1.mockRestore();
    await run(id, 2);
    expect(given).toHaveLength(1);
    expect(await types(id)).toEqual([
      'WithdrawalDeclared',
      'WithdrawalReceiptFailed',
      'WithdrawalReceiptSent',
    ]);
  });

  it('is retried while it is owed, even beyond the week after which notices end', async () => {
    const id = await withdrawn();
    failure = new MailFailed('mail_unreachable');
    for (const [attempt, ms] of [
      [1, 30_000],
      [2, 60_000],
      [3, 120_000],
      [5, 480_000],
      [40, 21_600_000],
    ] as const)
      expect(await run(id, attempt).catch((error: unknown) => error)).toMatchObject({ ms });
    expect(await types(id)).toEqual([
      'WithdrawalDeclared',
      ...Array.from({ length: 3 }, () => 'WithdrawalReceiptFailed'),
    ]);
    bench.clock.advance(30 * DAY_MS);
    failure = undefined;
    await run(id, 41);
    expect((await types(id)).at(-1)).toBe('WithdrawalReceiptSent');
  });

  it('is retried daily after a refusal, and given up after two weeks', async () => {
    const id = await withdrawn();
    failure = new MailFailed('mail_refused');
    const first = await run(id).catch((error: unknown) => error);
    expect(first).toBeInstanceOf(TryAgainIn);
    expect(first).toMatchObject({ ms: DAY_MS });
    bench.clock.advance(14 * DAY_MS - 1);
    await expect(run(id, 15)).rejects.toBeInstanceOf(TryAgainIn);
    bench.clock.advance(1);
    await run(id, 16);
    expect((await events(id)).at(-1)?.open).toMatchObject({
      code: 'mail_given_up',
      permanent: true,
      pauseMs: null,
    });
    const sent = given.length;
    await run(id, 17);
    expect(given).toHaveLength(sent);
  });

  it('has only one recorded failure if two workers had its job', async () => {
    const id = await withdrawn();
    once = true;
    failure = new MailFailed('mail_unreachable');
    meanwhile = () => expect(run(id)).rejects.toBeInstanceOf(TryAgainIn);
    await expect(run(id)).rejects.toBeInstanceOf(TryAgainIn);
    expect(given).toHaveLength(2);
    expect(await types(id)).toEqual(['WithdrawalDeclared', 'WithdrawalReceiptFailed']);
  });

  it('waits for the answer of a mail server that may have accepted it', async () => {
    const id = await withdrawn();
    failure = new MailFailed('mail_unreachable', { fateUnknown: true });
    await expect(run(id)).rejects.toMatchObject({ ms: 600_000 });
    failure = undefined;
    await expect(run(id, 2)).rejects.toBeInstanceOf(TryAgainIn);
    expect(given).toHaveLength(1);
  });

  it('is not owed once its content is erased', async () => {
    const id = await withdrawn();
    await bench.infrastructure.vault.destroyKey(withdrawalStream(id));
    const due = { type: 'NoteWithdrawalKeyDue', reason: 'restored', days: 1461 } as const;
    await bench.infrastructure.commands.run(withdrawalDecider, id, due, bench.context());
    await bench.infrastructure.commands.run(
      withdrawalDecider,
      id,
      {
        type: 'RecordWithdrawalKeyDestroyed',
        keyId: 'k',
        destroyedAt: '2030-11-02T10:00:00.000Z',
        receiptKeyId: 'r',
        receiptSignature: 's',
      },
      bench.context(),
    );
    await run(id);
    expect(given).toEqual([]);
  });

  it('does not exist for a withdrawal that nobody declared', async () => {
    for (const id of [newId(), 'x']) await expect(run(id)).rejects.toBeInstanceOf(CauseMissing);
    expect(given).toEqual([]);
  });

  it('is given up if its key remains missing', async () => {
    const id = await withdrawn();
    await bench.infrastructure.vault.destroyKey(withdrawalStream(id));
    for (const counted of [8, 8, 8]) await expect(run(id, counted)).rejects.toThrow();
    await run(id, 8);
    const numbers = (await events(id)).slice(1).map(({ open }) => (open as { attempt?: number }).attempt);
    expect(numbers).toEqual([1, 2, 4, 8]);
    expect((await events(id)).at(-1)?.open).toMatchObject({ code: 'input_missing', pauseMs: null });
  });

  it('is not owed by a declaration that withholds it', () => {
    const [withheld] = history([declaredWith('withheld')]);
    expect(withheld && sendReceiptWhenWithdrawn.react(withheld)).toEqual([]);
  });

  it('is owed because of the declaration, and no other event makes it owed', () => {
    const all = history([declared, receiptFailed(), receiptSent, closed, keyDestroyed]);
    const id = all[0]?.stream.slice('withdrawal-'.length);
    expect(all.flatMap((event) => sendReceiptWhenWithdrawn.react(event))).toEqual([
      { task: 'send-withdrawal-receipt', payload: { withdrawalId: id }, key: `receipt:${id}` },
    ]);
  });
});
