import { PdfSeal } from '../pades/pdf-seal.js';
import { ecIdentity } from '../pades/testing/fixtures.js';
import { samplePdf } from '../pades/testing/sample-pdf.js';
import type { JobContext } from '../platform/jobs/job.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { documentLabel } from '../nda/nda.blobs.js';
import { ndaStream } from '../nda/nda.events.js';
import { DeliverNdaJob, type DeliveryParts } from './deliver-nda.job.js';
import { isWorthRecording } from './delivery-failure.js';
import { MailFailed } from './mail/mail-transport.js';
import { createDeliveryBench, type DeliveryBench } from './testing/delivery-bench.js';
import { readPdf } from './testing/read-pdf.js';
import { sha256 } from './testing/signed-nda.js';

const attempt = (number = 1): JobContext => ({
  attempt: number,
  jobId: 'job-1',
  signal: new AbortController().signal,
});

describe('DeliverNdaJob', () => {
  let bench: DeliveryBench;
  beforeAll(async () => {
    bench = await createDeliveryBench();
  });
  afterAll(() => bench.vaultDatabase.drop());
  beforeEach(() => bench.vaultDatabase.database.pool.query('DELETE FROM mailbox_messages'));

  const deliver = (ndaId: string, changed: Partial<DeliveryParts> = {}, number = 1): Promise<void> =>
    new DeliverNdaJob({ ...bench.parts, ...changed }).run({ ndaId }, attempt(number));
  const since = async (ndaId: string): Promise<{ type: string; open: object }[]> => {
    const events = await bench.events(ndaId);
    return events
      .slice(events.findIndex((event) => ['DocumentSealed', 'DeliveryFailed'].includes(event.type)))
      .map(({ type, open }) => ({ type, open }));
  };
  const types = async (ndaId: string): Promise<string[]> => (await since(ndaId)).map((event) => event.type);

  it('makes the document once and sends it to both', async () => {
    const ndaId = await bench.givenPaid();
    await deliver(ndaId);
    const history = await since(ndaId);
    expect(history.map((event) => event.type)).toEqual([
      'DocumentSealed',
      'DocumentSent',
      'DocumentSent',
      'NdaSent',
    ]);
    const mails = await bench.mailbox.list();
    expect(mails.map((mail) => mail.to).sort()).toEqual(['katharina@example.org', 'lukasz@example.org']);
    const pdf = mails[0]?.attachments[0];
    expect(pdf).toMatchObject({
      filename: 'Geheimhaltungsvereinbarung-Faltbarer-Fahrradanhaenger-mit-Federnabe.pdf',
      contentType: 'application/pdf',
    });
    const content = pdf?.content ?? Buffer.alloc(0);
    expect(mails[1]?.attachments[0]?.content.equals(content)).toBe(true);
    expect(history[0]?.open).toEqual({
      documentHash: sha256(content),
      bytes: content.length,
      pages: readPdf(content).pages.length,
      asOfRevision: 5,
      templateVersion: 'v1',
      renderer: 'pdfmake-0.3.11/2',
      verifyUrl: 'http://localhost:3000/verify',
      level: 'B-B',
      certificateHash: ecIdentity().certificateHash,
    });
    expect(
      (await bench.parts.blobs.get(ndaStream(ndaId), documentLabel(sha256(content))))?.equals(content),
    ).toBe(true);
  });

  it('does nothing the second time, nor for two jobs at once', async () => {
    const ndaId = await bench.givenPaid();
    await Promise.all([deliver(ndaId), deliver(ndaId)]);
    await deliver(ndaId, {}, 2);
    expect(await types(ndaId)).toEqual(['DocumentSealed', 'DocumentSent', 'DocumentSent', 'NdaSent']);
    expect(await bench.mailbox.list()).toHaveLength(2);
  });

  it('waits until it is signed and paid', async () => {
    const ndaId = await bench.givenPaid({}, (all) => all.slice(0, -1));
    await deliver(ndaId);
    expect(await bench.mailbox.list()).toEqual([]);
    expect((await bench.events(ndaId)).at(-1)?.type).toBe('PaymentRequested');
  });

  it('renders as of the revision at which it became due, whatever came later', async () => {
    const [plain, later] = [await bench.givenPaid(), await bench.givenPaid()];
    await bench.append(later, { type: 'CreatorAccessGranted', open: { creatorKeyHash: 'd'.repeat(64) } });
    await deliver(plain);
    await deliver(later);
    const { pages } = readPdf((await bench.mailbox.list())[0]?.attachments[0]?.content ?? Buffer.alloc(0));
    expect((await since(later))[0]?.open).toMatchObject({ asOfRevision: 5, pages: pages.length });
    const text = pages.join('');
    expect(text.replace(/\s/g, '')).not.toContain('Browserder');
  });

  /** Rendering has tests of its own; here it only has to give the same bytes each time. */
  const render: DeliveryParts['render'] = (input) =>
    Promise.resolve({ bytes: samplePdf({ title: input.ndaId }), pages: 1 });

  /** Breaks off once, before or after the n-th call of one function, as a crash does. */
  const crashing = <T extends (...args: never[]) => Promise<unknown>>(
    work: T,
    when: 'before' | 'after',
    call: number,
  ): T => {
    let calls = 0;
    const crash = async (...args: Parameters<T>): Promise<unknown> => {
      calls += 1;
      if (calls === call && when === 'before') throw new Error('crash');
      const result = await work(...args);
      if (calls === call) throw new Error('crash');
      return result;
    };
    return crash as T;
  };

  const places = (['before', 'after'] as const).flatMap((when) => [
    ...[1, 2].map(
      (call) =>
        [
          `${when} mail ${call}`,
          (parts: DeliveryParts) => ({
            mail: { send: crashing(parts.mail.send.bind(parts.mail), when, call) },
          }),
        ] as const,
    ),
    ...[1, 2, 3].map(
      (call) =>
        [
          `${when} record ${call}`,
          (parts: DeliveryParts) => ({
            commands: {
              run: crashing(parts.commands.run.bind(parts.commands), when, call),
              state: parts.commands.state.bind(parts.commands),
            },
          }),
        ] as const,
    ),
    [
      `${when} seal`,
      (parts: DeliveryParts) => ({ seal: { seal: crashing(parts.seal.seal.bind(parts.seal), when, 1) } }),
    ] as const,
    [
      `${when} put`,
      (parts: DeliveryParts) => ({
        blobs: { ...wrapped(parts), put: crashing(parts.blobs.put.bind(parts.blobs), when, 1) },
      }),
    ] as const,
  ]);
  const wrapped = (parts: DeliveryParts): DeliveryParts['blobs'] => ({
    get: parts.blobs.get.bind(parts.blobs),
    put: parts.blobs.put.bind(parts.blobs),
    deleteAll: parts.blobs.deleteAll.bind(parts.blobs),
  });

  it.each(places)('sends each mail exactly once after a crash %s', async (_, broken) => {
    const ndaId = await bench.givenPaid();
    const first = deliver(ndaId, { render, ...broken(bench.parts) });
    // Quiet only where the very last step was already done.
    await first.catch(() => {});
    await deliver(ndaId, { render }, 2);
    const done = (await types(ndaId)).filter((type) => type !== 'DeliveryFailed');
    expect(done).toEqual(['DocumentSealed', 'DocumentSent', 'DocumentSent', 'NdaSent']);
    const mails = await bench.mailbox.list();
    expect(mails.map((mail) => mail.to).sort()).toEqual(['katharina@example.org', 'lukasz@example.org']);
    // A second seal has other bytes; what is sent are those that are recorded.
    const recorded = (await since(ndaId)).find((event) => event.type === 'DocumentSealed')?.open;
    for (const { attachments } of mails)
      expect(recorded).toMatchObject({ documentHash: sha256(attachments[0]?.content ?? Buffer.alloc(0)) });
  });

  it('sends no mail again that was accepted while the event store was away', async () => {
    const ndaId = await bench.givenPaid();
    const accepted: string[] = [];
    // As a mail server does: what it is given twice arrives twice.
    const mail: DeliveryParts['mail'] = {
      send: ({ messageId }) => {
        accepted.push(messageId);
        return Promise.resolve({ messageId });
      },
    };
    const { commands } = bench.parts;
    const away = {
      state: commands.state.bind(commands),
      run: ((...parameters: Parameters<typeof commands.run>) =>
        accepted.length > 0
          ? Promise.reject(new EventStoreUnavailable('away'))
          : commands.run(...parameters)) as typeof commands.run,
    };
    for (const number of [1, 2]) {
      await expect(deliver(ndaId, { render, mail, commands: away }, number)).rejects.toThrow(
        'sending failed',
      );
      expect(accepted).toHaveLength(1);
    }
    await deliver(ndaId, { render, mail }, 3);
    expect(new Set(accepted).size).toBe(2);
    expect(accepted).toHaveLength(2);
    expect((await types(ndaId)).at(-1)).toBe('NdaSent');
  });

  it('records a failure with its code, tries again and does not fill the history', async () => {
    const ndaId = await bench.givenPaid();
    const mail = { send: () => Promise.reject(new MailFailed('mail_unreachable')) };
    for (let number = 1; number <= 9; number += 1)
      await expect(deliver(ndaId, { mail, render }, number)).rejects.toThrow('mail_unreachable');
    const failures = (await since(ndaId))
      .filter((event) => event.type === 'DeliveryFailed')
      .map((event) => event.open);
    expect(failures[0]).toEqual({ stage: 'sending', party: 1, code: 'mail_unreachable', attempt: 1 });
    expect(failures.map((open) => (open as { attempt: number }).attempt)).toEqual([1, 2, 3, 4, 8]);
    await deliver(ndaId, {}, 10);
    expect(await bench.mailbox.list()).toHaveLength(2);
  });

  it('seals no document with a certificate that has ended, and says so', async () => {
    const ndaId = await bench.givenPaid();
    const { clock, logger } = bench.parts;
    const identity = { ...ecIdentity(), notAfter: new Date('2026-11-01T00:00:00Z') };
    const seal = new PdfSeal({ identity, clock, logger, certificates: { keep: async () => {} } });
    await expect(deliver(ndaId, { render, seal })).rejects.toThrow('seal_certificate_expired');
    expect((await since(ndaId))[0]?.open).toEqual({
      stage: 'sealing',
      party: null,
      code: 'seal_certificate_expired',
      attempt: 1,
    });
    await deliver(ndaId, { render }, 2);
    expect((await types(ndaId)).at(-1)).toBe('NdaSent');
  });

  it('says what is missing', async () => {
    const ndaId = await bench.givenPaid();
    await bench.parts.blobs.deleteAll(ndaStream(ndaId));
    await expect(deliver(ndaId)).rejects.toThrow('signature_missing');
    expect((await since(ndaId))[0]?.open).toEqual({
      stage: 'making',
      party: 1,
      code: 'signature_missing',
      attempt: 1,
    });
  });

  it('stops quietly when the NDA is erased before, or meanwhile', async () => {
    const [before, meanwhile] = [await bench.givenPaid(), await bench.givenPaid()];
    const erase = async (ndaId: string): Promise<void> => {
      await bench.append(ndaId, { type: 'NdaErased', open: { reason: 'admin' } });
      await bench.destroyKey(ndaId);
    };
    await erase(before);
    await deliver(before);
    const eraseFirst: DeliveryParts['render'] = async () => {
      await erase(meanwhile);
      return { bytes: samplePdf(), pages: 1 };
    };
    await deliver(meanwhile, { render: eraseFirst });
    expect(await bench.mailbox.list()).toEqual([]);
    for (const ndaId of [before, meanwhile])
      expect((await bench.events(ndaId)).at(-1)?.type).toBe('NdaErased');
  });

  it('goes to the corrected address', async () => {
    const ndaId = await bench.givenPaid({
      remote: true,
      correctedEmail: 'neu@example.org',
      terms: { language: 'en' },
    });
    await deliver(ndaId, { render });
    const mails = await bench.mailbox.list();
    expect(mails.map((mail) => mail.to).sort()).toEqual(['katharina@example.org', 'neu@example.org']);
    expect(mails[0]?.subject).toBe(
      'Signed: non-disclosure agreement “Faltbarer Fahrradanhänger mit Federnabe”',
    );
  });
});

describe('isWorthRecording', () => {
  it('grows rarer', () => {
    const recorded = Array.from({ length: 40 }, (_, index) => index + 1).filter(isWorthRecording);
    expect(recorded).toEqual([1, 2, 3, 4, 8, 16, 32]);
  });
});
