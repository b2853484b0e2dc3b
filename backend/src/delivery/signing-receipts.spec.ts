import type { Receipt } from '@siegel/contracts/receipt';
import { MailFailed, type OutgoingMail } from '../mail/mail-transport.js';
import { documentLabel } from '../nda/nda.blobs.js';
import { ndaStream } from '../nda/nda.events.js';
import { document } from '../nda/testing/samples.js';
import { samplePdf } from '../pades/testing/sample-pdf.js';
import type { JobRequest } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { verifyReceipt } from '../vault/receipts.js';
import { DeliverNdaJob } from './deliver-nda.job.js';
import { DeliveryRecords } from './delivery-records.js';
import { SendDocumentJob } from './send-document.job.js';
import { createDeliveryBench, type DeliveryBench } from './testing/delivery-bench.js';
import { sha256 } from './testing/signed-nda.js';

describe("the receipts of the parties' signatures", () => {
  let bench: DeliveryBench;
  beforeAll(async () => {
    bench = await createDeliveryBench();
  });
  afterAll(() => bench.vaultDatabase.drop());

  /**
   * Makes the document, unless it exists.
   * @returns the mails that are owed
   */
  async function made(ndaId: string): Promise<readonly JobRequest[]> {
    const owed: JobRequest[] = [];
    const bytes = samplePdf({ title: ndaId });
    await new DeliverNdaJob({
      ...bench.parts,
      records: new DeliveryRecords(bench.parts),
      render: () => Promise.resolve({ bytes, pages: 1 }),
      enqueue: (jobs) => Promise.resolve(void owed.push(...jobs)),
    }).run({ ndaId }, jobContext());
    return owed;
  }

  /**
   * Sends the mails. The mail server refuses each mail the first time, and accepts it the second time.
   * @returns all attempts
   */
  async function sent(jobs: readonly JobRequest[]): Promise<readonly OutgoingMail[]> {
    const tried: OutgoingMail[] = [];
    const mail = {
      once: true,
      send: async (one: OutgoingMail) => {
        tried.push(one);
        if (tried.filter(({ to }) => to === one.to).length === 1) throw new MailFailed('mail_unreachable');
        return { messageId: one.messageId };
      },
    };
    const job = new SendDocumentJob({ ...bench.parts, records: new DeliveryRecords(bench.parts), mail });
    for (const attempt of [1, 2])
      for (const { payload } of jobs) await job.run(payload, jobContext(attempt)).catch(() => undefined);
    return tried;
  }
  const receiptIn = ({ attachments }: OutgoingMail): Receipt =>
    JSON.parse(attachments[1]?.content.toString('utf8') ?? '{}') as Receipt;

  it('go with the document, to each party its own, unchanged in every attempt, and are valid', async () => {
    const ndaId = await bench.createPaid();
    const tried = await sent(await made(ndaId));
    expect(tried).toHaveLength(4);
    const keys = await bench.parts.receipts.publicKeys();
    const signed = await bench.events(ndaId);
    for (const [to, type] of [
      ['katharina@example.org', 'Party1Signed'],
      ['lukasz@example.org', 'Party2Signed'],
    ] as const) {
      const own = tried.filter((mail) => mail.to === to);
      const [first, second] = own.map(({ text, html, attachments }) => [text, html, attachments]);
      expect(first).toEqual(second);
      const [mail] = own as [OutgoingMail];
      expect(mail.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
        [expect.stringMatching(/\.pdf$/), 'application/pdf'],
        ['beleg.json', 'application/json'],
      ]);
      const receipt = receiptIn(mail);
      expect(verifyReceipt(receipt, keys)).toBe(true);
      expect(signed[receipt.revision]).toMatchObject({ type, hash: receipt.eventHash });
      expect(mail.text).toContain(`http://localhost:3000/api/receipts/${receipt.eventHash}`);
      expect(Object.keys(receipt).toSorted()).toEqual([
        'at',
        'eventHash',
        'keyId',
        'lastCheckpoint',
        'revision',
        'signature',
        'stream',
      ]);
    }
  });

  it('do not go with a document that was sealed before receipts existed', async () => {
    const ndaId = await bench.createPaid();
    const bytes = samplePdf({ title: 'sealed long ago' });
    const documentHash = sha256(bytes);
    await bench.parts.blobs.put(ndaStream(ndaId), documentLabel(documentHash), bytes);
    const sealed = document({ documentHash, asOfRevision: 5 });
    await bench.append(ndaId, { type: 'DocumentSealed', open: sealed });
    const tried = await sent(await made(ndaId));
    expect(tried.map(({ attachments }) => attachments.length)).toEqual([1, 1, 1, 1]);
    expect(tried[0]?.text).not.toContain('Ihr Beleg');
  });
});
