import type { AddressInfo, Server } from 'node:net';
import type { Party } from '@siegel/contracts/enums';
import { DAY_MS } from '@siegel/contracts/limits';
import { SendGridTransport } from '../mail/sendgrid/sendgrid.transport.js';
import { messageDigest } from '../mail/sendgrid/sendgrid-message.js';
import { type SendGridAnswer, type SendGridBody, sendGridServer } from '../mail/testing/sendgrid-server.js';
import { samplePdf } from '../pades/testing/sample-pdf.js';
import { TryAgainIn } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { scaledTimeout } from '../platform/testing/scaled-timeout.js';
import { DeliverNdaJob } from './deliver-nda.job.js';
import { DeliveryRecords } from './delivery-records.js';
import { SendDocumentJob } from './send-document.job.js';
import { createDeliveryBench, type DeliveryBench } from './testing/delivery-bench.js';

const ADDRESSES: { readonly [P in Party]: string } = {
  1: 'katharina@example.org',
  2: 'lukasz@example.org',
};
const KEY = 'SG.of-the.test';
const FATE_MS = 600_000;

const recipientOf = ({ personalizations }: SendGridBody): string | undefined =>
  personalizations[0]?.to[0]?.email;

describe("SendGrid's answer for one party", () => {
  const received: SendGridBody[] = [];
  let bench: DeliveryBench;
  let answer: (body: SendGridBody) => SendGridAnswer;
  let server: Server;
  let mail: SendGridTransport;
  beforeAll(async () => {
    bench = await createDeliveryBench();
    server = sendGridServer(received, (body) => answer(body), { apiKey: KEY });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    mail = new SendGridTransport({
      apiKey: KEY,
      apiBase: `http://127.0.0.1:${port}`,
      from: 'Siegel <nda@siegel.example>',
      clock: bench.parts.clock,
      answerMs: scaledTimeout(300),
    });
  });
  beforeEach(() => {
    received.length = 0;
    answer = () => undefined;
  });
  afterAll(async () => {
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await bench.vaultDatabase.drop();
  });

  /** Creates an NDA whose document was made but not sent. */
  const made = async (): Promise<string> => {
    const ndaId = await bench.createPaid();
    await new DeliverNdaJob({
      ...bench.parts,
      records: new DeliveryRecords(bench.parts),
      render: (input) => Promise.resolve({ bytes: samplePdf({ title: input.ndaId }), pages: 1 }),
      enqueue: () => Promise.resolve(),
    }).run({ ndaId }, jobContext());
    return ndaId;
  };
  const run = (ndaId: string, party: Party, attempt = 1): Promise<unknown> =>
    new SendDocumentJob({ ...bench.parts, records: new DeliveryRecords(bench.parts), mail })
      .run({ ndaId, party }, jobContext(attempt))
      .catch((error: unknown) => error);
  const told = async (ndaId: string): Promise<string[]> =>
    (await bench.events(ndaId)).map(({ type }) => type).filter((type) => /Sent|Failed/.test(type));
  const copies = (party: Party): number =>
    received.filter((body) => recipientOf(body) === ADDRESSES[party]).length;

  it('states NDA and message in the arguments that SendGrid returns with each report', async () => {
    const ndaId = await made();
    for (const party of [1, 2] as const) expect(await run(ndaId, party)).toBeUndefined();
    const messageIds = (await bench.events(ndaId))
      .filter(({ type }) => type === 'DocumentSent')
      .map(({ open }) => (open as { messageId: string }).messageId);
    expect(received.map(({ personalizations }) => personalizations[0]?.custom_args)).toEqual(
      messageIds.map((messageId) => ({ app: 'siegel', nda: ndaId, message: messageDigest(messageId) })),
    );
    expect(received.map(({ headers }) => headers['Message-ID'])).toEqual(messageIds);
    expect(received.map(({ attachments }) => attachments?.map(({ type }) => type))).toEqual([
      ['application/pdf', 'application/json'],
      ['application/pdf', 'application/json'],
    ]);
  });

  it.each<[string, SendGridAnswer, number]>([
    ['400 of the address', { status: 400, field: 'personalizations.0.to.0.email' }, DAY_MS],
    ['413', { status: 413 }, DAY_MS],
    ['400 of the sender', { status: 400, field: 'from' }, 30_000],
    ['401', { status: 401 }, 30_000],
    ['403', { status: 403 }, 30_000],
    ['429', { status: 429, headers: { 'retry-after': 1 } }, 30_000],
    ['500', { status: 500 }, 30_000],
    ['502', { status: 502 }, FATE_MS],
    ['no HTTP', 'garbage', FATE_MS],
    ['a cut', 'cut', FATE_MS],
    ['nothing', 'silence', FATE_MS],
  ])('leaves the other party with exactly one mail: %s', async (_, said, pauseMs) => {
    const ndaId = await made();
    // A rate limit (429) is for the whole account, so the other party's mail is sent first.
    expect(await run(ndaId, 1)).toBeUndefined();
    answer = (body) => (recipientOf(body) === ADDRESSES[2] ? said : undefined);
    const outcome = await run(ndaId, 2);
    expect(outcome).toBeInstanceOf(TryAgainIn);
    expect((outcome as TryAgainIn).ms).toBe(pauseMs);
    expect([copies(1), copies(2)]).toEqual([1, 0]);
    expect((await told(ndaId)).toSorted()).toEqual(['DocumentSent', 'MailFailed']);

    answer = () => undefined;
    bench.vaultDatabase.clock.advance(2_000);
    if (pauseMs === FATE_MS) {
      // It is unknown whether the provider accepted the mail, so the mail is not sent again within ten
      // minutes.
      expect(await run(ndaId, 2, 2)).toBeInstanceOf(TryAgainIn);
      expect(copies(2)).toBe(0);
      await bench.vaultDatabase.database.pool.query(
        `UPDATE accepted_mails SET begun_at = begun_at - interval '10 minutes' WHERE accepted_at IS NULL`,
      );
    }
    expect(await run(ndaId, 2, 3)).toBeUndefined();
    expect([copies(1), copies(2)]).toEqual([1, 1]);
    expect((await told(ndaId)).at(-1)).toBe('NdaSent');
  });
});
