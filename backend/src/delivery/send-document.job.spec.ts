import type { NdaEvent } from '../nda/nda.events.js';
import { ORDER_MAIL_WAIT_MS } from '../nda/rules/order-first.js';
import { mailFailed, sealed } from '../nda/testing/samples.js';
import { samplePdf } from '../pades/testing/sample-pdf.js';
import type { JobRequest } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { DeliverNdaJob } from './deliver-nda.job.js';
import { DeliveryRecords } from './delivery-records.js';
import { MailBrokenOff, MailFailed, type MailFault } from '../mail/mail-transport.js';
import { messageIdOf } from '../mail/message-id.js';
import { SendDocumentJob, type SendingParts } from './send-document.job.js';
import { createDeliveryBench, type DeliveryBench } from './testing/delivery-bench.js';

/** The error that a driver throws if its connection was cut. */
const cut = (): Error => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('SendDocumentJob', () => {
  let bench: DeliveryBench;
  beforeAll(async () => {
    bench = await createDeliveryBench();
  });
  afterAll(() => bench.vaultDatabase.drop());

  /**
   * Creates an NDA whose document was made.
   * @returns the payloads of the jobs that send the NDA's mails
   */
  const made = async (
    change?: (all: NdaEvent[]) => NdaEvent[],
  ): Promise<readonly JobRequest['payload'][]> => {
    const ndaId = await bench.createPaid({}, change);
    const owed: JobRequest['payload'][] = [];
    await new DeliverNdaJob({
      ...bench.parts,
      records: new DeliveryRecords(bench.parts),
      render: (input) => Promise.resolve({ bytes: samplePdf({ title: input.ndaId }), pages: 1 }),
      enqueue: (jobs) => Promise.resolve(void owed.push(...jobs.map(({ payload }) => payload))),
    }).run({ ndaId }, jobContext());
    return owed;
  };
  const job = (changed: Partial<SendingParts>): SendDocumentJob =>
    new SendDocumentJob({ ...bench.parts, records: new DeliveryRecords(bench.parts), ...changed });

  /**
   * Returns a wrapper that executes every call. The first call of each method throws a connection error
   * instead of returning its result.
   */
  const forgetful = (): SendingParts['accepted'] => {
    const { accepted } = bench.parts;
    const lost = new Set<string>();
    const losing = async <Answer>(name: string, answer: Promise<Answer>): Promise<Answer> => {
      const given = await answer;
      if (lost.has(name)) return given;
      lost.add(name);
      throw cut();
    };
    return {
      begin: (...asked) => losing('begin', accepted.begin(...asked)),
      undo: (...asked) => losing('undo', accepted.undo(...asked)),
      note: (...asked) => losing('note', accepted.note(...asked)),
      fate: (...asked) => losing('fate', accepted.fate(...asked)),
    };
  };
  /** Like a mail server, this transport delivers a message twice if it is sent twice. */
  const mailServer = (refusals = 0) => {
    const sent: string[] = [];
    let left = refusals;
    const mail: SendingParts['mail'] = {
      once: false,
      send: ({ messageId, to }) => {
        left -= 1;
        if (left >= 0) return Promise.reject(new MailFailed('mail_unreachable'));
        sent.push(to);
        return Promise.resolve({ messageId });
      },
    };
    return { mail, sent };
  };

  it('sends the mail immediately and only once, whichever answer is lost', async () => {
    const [payload = {}] = await made();
    const { mail, sent } = mailServer();
    await job({ mail, accepted: forgetful() }).run(payload, jobContext());
    await job({ mail }).run(payload, jobContext(2));
    expect(sent).toHaveLength(1);
  });

  it('waits until the order confirmation was sent, or at least attempted', async () => {
    const [payload = {}] = await made((all) =>
      all.map((event) =>
        event.type === 'PaymentSucceeded' ? { ...event, personal: { cardLastDigits: null } } : event,
      ),
    );
    const ndaId = String(payload['ndaId']);
    const { mail, sent } = mailServer();
    const waiting = job({ mail }).run(payload, jobContext());
    await expect(waiting).rejects.toMatchObject({ name: 'TryAgainIn', ms: ORDER_MAIL_WAIT_MS });
    expect(sent).toEqual([]);
    expect(await failures(payload)).toEqual([]);
    const order = (await bench.events(ndaId)).find(({ type }) => type === 'PaymentSucceeded');
    await bench.append(ndaId, mailFailed({ kind: 'order', party: 1, about: order?.id ?? '' }));
    await job({ mail }).run(payload, jobContext(2));
    expect(sent).toHaveLength(1);
  });

  it("uses an id with the sender's domain, but sends no second mail if the first had an id of the former kind", async () => {
    const [first = {}, second = {}] = await made();
    const ids: string[] = [];
    const mail: SendingParts['mail'] = {
      once: false,
      send: ({ messageId }) => {
        ids.push(messageId);
        return Promise.resolve({ messageId });
      },
    };
    await job({ mail }).run(first, jobContext());
    expect(ids).toEqual([expect.stringMatching(/@siegel\.example>$/)]);
    const ndaId = String(second['ndaId']);
    const { open } = (await bench.events(ndaId)).find(({ type }) => type === 'DocumentSealed') ?? {};
    const { documentHash } = open as { documentHash: string };
    const before = messageIdOf('localhost', ndaId, documentHash, second['party'] === 2 ? 2 : 1);
    await bench.parts.accepted.note(before);
    await job({ mail }).run(second, jobContext());
    expect(ids).toHaveLength(1);
    const sent = (await bench.events(ndaId)).filter(({ type }) => type === 'DocumentSent');
    expect(sent.map((event) => event.open)).toMatchObject([{ messageId: ids[0] }, { messageId: before }]);
  });

  it('may resend a mail that was not accepted', async () => {
    const [payload = {}] = await made();
    const { mail, sent } = mailServer(1);
    const failed: unknown = await job({ mail, accepted: forgetful() })
      .run(payload, jobContext())
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: 'TryAgainIn', ms: 30_000 });
    await job({ mail }).run(payload, jobContext(2));
    expect(sent).toHaveLength(1);
  });

  it('reports an unresponsive database to the queue, and records no failure of the delivery', async () => {
    const [payload = {}] = await made();
    const { mail, sent } = mailServer();
    const blobs = { get: () => Promise.reject(cut()) };
    await expect(job({ mail, blobs }).run(payload, jobContext())).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
    const history = await bench.events(String(payload['ndaId']));
    expect(history.filter(({ type }) => type === 'MailFailed')).toEqual([]);
    await job({ mail }).run(payload, jobContext());
    expect(sent).toHaveLength(1);
  });

  it('leaves a mail that was broken off by a stop to the next worker, as if it had not begun', async () => {
    const [payload = {}] = await made();
    const brokenOff = { once: false, send: () => Promise.reject(new MailBrokenOff()) };
    await expect(job({ mail: brokenOff }).run(payload, jobContext())).rejects.toBeInstanceOf(MailBrokenOff);
    expect(await failures(payload)).toEqual([]);
    const { mail, sent } = mailServer();
    await job({ mail }).run(payload, jobContext());
    expect(sent).toHaveLength(1);
  });

  const failures = async (payload: JobRequest['payload']): Promise<object[]> =>
    (await bench.events(String(payload['ndaId'])))
      .filter(({ type }) => type === 'MailFailed')
      .map(({ open }) => open);
  const failing = async (payload: JobRequest['payload'], attempt: number, failure: MailFailed) =>
    job({ mail: { once: false, send: () => Promise.reject(failure) } })
      .run(payload, jobContext(attempt))
      .catch((error: unknown) => error);

  it('immediately records a failure that differs from the previous one', async () => {
    const [payload = {}] = await made();
    const codes: MailFault[] = ['mail_unreachable', 'mail_unreachable', 'mail_refused', 'mail_refused'];
    for (const attempt of [1, 2, 3]) await failing(payload, attempt, new MailFailed('mail_unreachable'));
    for (const [index, code] of codes.entries()) await failing(payload, index + 4, new MailFailed(code));
    expect((await failures(payload)).slice(3)).toMatchObject([
      { code: 'mail_unreachable', permanent: false, attempt: 4 },
      { code: 'mail_refused', permanent: true, attempt: 6 },
    ]);
  });

  it('ignores a count of attempts that the history does not confirm', async () => {
    const [payload = {}] = await made();
    for (const counted of [100, 100, 100, 0]) await failing(payload, counted, new MailFailed('mail_setup'));
    expect(await failures(payload)).toMatchObject([1, 2, 4, 1].map((attempt) => ({ attempt })));
  });

  it('ends if another worker has sent the mail meanwhile', async () => {
    const [payload = {}] = await made();
    const other = mailServer();
    const mail: SendingParts['mail'] = {
      once: true,
      send: async () => {
        await job({ mail: { ...other.mail, once: true } }).run(payload, jobContext());
        throw new MailFailed('mail_unreachable');
      },
    };
    await job({ mail }).run(payload, jobContext());
    expect(other.sent).toHaveLength(1);
    expect(await failures(payload)).toEqual([]);
  });

  it('states how long a message with an unknown fate has to wait', async () => {
    const [payload = {}] = await made();
    const lost = new MailFailed('mail_unreachable', { fateUnknown: true });
    expect(await failing(payload, 1, lost)).toMatchObject({ name: 'TryAgainIn', ms: 600_000 });
    expect(await failures(payload)).toEqual([
      {
        kind: 'document',
        party: 1,
        about: expect.any(String),
        code: 'mail_unreachable',
        permanent: false,
        attempt: 1,
        pauseMs: 600_000,
      },
    ]);
  });

  it('stops retrying if the sealed document is permanently missing, and tries again on request', async () => {
    const ndaId = await bench.createPaid();
    await bench.append(ndaId, sealed);
    const job = new SendDocumentJob({ ...bench.parts, records: new DeliveryRecords(bench.parts) });
    const run = (attempt: number): Promise<void> => job.run({ ndaId, party: 1 }, jobContext(attempt));
    for (let attempt = 1; attempt < 8; attempt += 1)
      await expect(run(attempt)).rejects.toThrow('document_missing');
    await run(8);
    await run(8);
    const failures = (await bench.events(ndaId)).filter(({ type }) => type === 'MailFailed');
    const codes = failures.map(({ open }) => (open as { code: string }).code);
    expect(codes).toEqual([...Array<string>(4).fill('document_missing'), 'input_missing']);
    await expect(run(1)).rejects.toThrow('document_missing');
  });
});
