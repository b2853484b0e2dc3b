import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import { PdfSeal } from '../pades/pdf-seal.js';
import { ecIdentity } from '../pades/testing/fixtures.js';
import { samplePdf } from '../pades/testing/sample-pdf.js';
import { JobLost, type JobRequest, TryAgainIn } from '../platform/jobs/job.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { documentLabel } from '../nda/nda.blobs.js';
import { ndaStream } from '../nda/nda.events.js';
import { DeliverNdaJob } from './deliver-nda.job.js';
import { DeliveryRecords } from './delivery-records.js';
import { MailFailed } from '../mail/mail-transport.js';
import { SendDocumentJob } from './send-document.job.js';
import { createDeliveryBench, type DeliveryBench, type DeliveryParts } from './testing/delivery-bench.js';
import { readPdf } from './testing/read-pdf.js';
import { RENDERER } from './pdf/renderer.js';
import { sha256 } from './testing/signed-nda.js';

describe('DeliverNdaJob', () => {
  let bench: DeliveryBench;
  beforeAll(async () => {
    bench = await createDeliveryBench();
  });
  afterAll(() => bench.vaultDatabase.drop());
  beforeEach(() => bench.vaultDatabase.database.pool.query('DELETE FROM mailbox_messages'));

  /** Makes the document, then tries to send all mails. At the end it throws the first error, if any. */
  const deliver = async (ndaId: string, changed: Partial<DeliveryParts> = {}, number = 1): Promise<void> => {
    const parts = { ...bench.parts, ...changed };
    const records = new DeliveryRecords(parts);
    const mails: JobRequest[] = [];
    const enqueue = (jobs: readonly JobRequest[]): Promise<void> => Promise.resolve(void mails.push(...jobs));
    await new DeliverNdaJob({ ...parts, records, enqueue }).run({ ndaId }, jobContext(number));
    const errors: unknown[] = [];
    for (const { payload } of mails)
      await new SendDocumentJob({ ...parts, records })
        .run(payload, jobContext(number))
        .catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };
  const since = async (ndaId: string): Promise<{ type: string; open: object }[]> => {
    const events = await bench.events(ndaId);
    return events
      .slice(events.findIndex((event) => ['DocumentSealed', 'DeliveryFailed'].includes(event.type)))
      .map(({ type, open }) => ({ type, open }));
  };
  const types = async (ndaId: string): Promise<string[]> => (await since(ndaId)).map((event) => event.type);

  it('makes the document once and sends it to both', async () => {
    const ndaId = await bench.createPaid();
    await deliver(ndaId);
    const history = await since(ndaId);
    expect(history.map((event) => event.type)).toEqual([
      'DocumentSealed',
      'DocumentSent',
      'DocumentSent',
      'NdaSent',
    ]);
    const mails = await bench.mails();
    expect(mails.map((mail) => mail.to).sort()).toEqual(['katharina@example.org', 'lukasz@example.org']);
    const pdf = mails[0]?.attachments[0];
    expect(pdf).toMatchObject({
      filename: 'Geheimhaltungsvereinbarung-Faltbarer-Fahrradanhaenger-mit.pdf',
      contentType: 'application/pdf',
    });
    const content = pdf?.content ?? Buffer.alloc(0);
    expect(mails[1]?.attachments[0]?.content.equals(content)).toBe(true);
    expect(history[0]?.open).toEqual({
      documentHash: sha256(content),
      bytes: content.length,
      pages: readPdf(content).pages.length,
      asOfRevision: 5,
      templateVersion: CURRENT_TEMPLATE,
      renderer: RENDERER,
      verifyUrl: 'http://localhost:3000/verify',
      level: 'B-B',
      certificateHash: ecIdentity().certificateHash,
      receipts: { 1: expect.anything(), 2: expect.anything() },
    });
    const kept = await bench.parts.blobs.get(ndaStream(ndaId), documentLabel(sha256(content)));
    expect(kept?.equals(content)).toBe(true);
  });

  it('does nothing the second time, and nothing twice if two jobs run at once', async () => {
    const ndaId = await bench.createPaid();
    await Promise.all([deliver(ndaId), deliver(ndaId)]);
    await deliver(ndaId, {}, 2);
    expect(await types(ndaId)).toEqual(['DocumentSealed', 'DocumentSent', 'DocumentSent', 'NdaSent']);
    expect(await bench.mails()).toHaveLength(2);
  });

  it('waits until the NDA is signed and paid', async () => {
    const ndaId = await bench.createPaid({}, (all) => all.slice(0, -1));
    await deliver(ndaId);
    expect(await bench.mails()).toEqual([]);
    expect((await bench.events(ndaId)).at(-1)?.type).toBe('PaymentRequested');
  });

  it('renders as of the revision at which the document became due, whatever was recorded later', async () => {
    const [plain, later] = [await bench.createPaid(), await bench.createPaid()];
    await bench.append(later, { type: 'CreatorAccessGranted', open: { creatorKeyHash: 'd'.repeat(64) } });
    await deliver(plain);
    await deliver(later);
    const { pages } = readPdf((await bench.mails())[0]?.attachments[0]?.content ?? Buffer.alloc(0));
    expect((await since(later))[0]?.open).toMatchObject({ asOfRevision: 5, pages: pages.length });
    const text = pages.join('');
    expect(text.replace(/\s/g, '')).not.toContain('Browserder');
  });

  /** A fake renderer, which gives the same bytes each time. Rendering has its own tests. */
  const render: DeliveryParts['render'] = (input) =>
    Promise.resolve({ bytes: samplePdf({ title: input.ndaId }), pages: 1 });

  /** Wraps a function so that it throws once, as if the process crashed before or after the n-th call. */
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
            mail: { once: true, send: crashing(parts.mail.send.bind(parts.mail), when, call) },
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
    getRecorded: parts.blobs.getRecorded.bind(parts.blobs),
    put: parts.blobs.put.bind(parts.blobs),
    deleteAll: parts.blobs.deleteAll.bind(parts.blobs),
  });

  it.each(places)('sends each mail exactly once after a crash %s', async (_, broken) => {
    const ndaId = await bench.createPaid();
    const first = deliver(ndaId, { render, ...broken(bench.parts) });
    // `first` resolves only if the crash came after the very last step.
    await first.catch(() => {});
    await deliver(ndaId, { render }, 2);
    const done = (await types(ndaId)).filter((type) => !type.endsWith('Failed'));
    expect(done).toEqual(['DocumentSealed', 'DocumentSent', 'DocumentSent', 'NdaSent']);
    const mails = await bench.mails();
    expect(mails.map((mail) => mail.to).sort()).toEqual(['katharina@example.org', 'lukasz@example.org']);
    // Sealing a second time would give different bytes. The mails must contain the document that was
    // recorded.
    const recorded = (await since(ndaId)).find((event) => event.type === 'DocumentSealed')?.open;
    for (const { attachments } of mails)
      expect(recorded).toMatchObject({ documentHash: sha256(attachments[0]?.content ?? Buffer.alloc(0)) });
  });

  it('sends no mail again that was accepted while the event store was away', async () => {
    const ndaId = await bench.createPaid();
    const accepted: string[] = [];
    // Like a mail server, this transport delivers a message twice if it is sent twice.
    const mail: DeliveryParts['mail'] = {
      once: false,
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
      await expect(deliver(ndaId, { render, mail, commands: away }, number)).rejects.toThrow('away');
      expect(accepted).toHaveLength(2);
    }
    await deliver(ndaId, { render, mail }, 3);
    expect(new Set(accepted).size).toBe(2);
    expect(accepted).toHaveLength(2);
    expect((await types(ndaId)).at(-1)).toBe('NdaSent');
  });

  it('records a failure with its code, retries, and does not fill the history', async () => {
    const ndaId = await bench.createPaid();
    const mail = { once: false, send: () => Promise.reject(new MailFailed('mail_unreachable')) };
    const waits: number[] = [];
    for (let number = 1; number <= 9; number += 1)
      await deliver(ndaId, { mail, render }, number).catch((error: unknown) =>
        waits.push((error as TryAgainIn).ms / 1000),
      );
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680]);
    const failures = (await since(ndaId)).filter((event) => event.type === 'MailFailed');
    const [first, ...others] = failures.map(({ open }) => open as { party: number; attempt: number });
    expect(first).toMatchObject({ kind: 'document', party: 1, code: 'mail_unreachable', permanent: false });
    for (const party of [1, 2]) {
      const told = [first, ...others].filter((open) => open?.party === party).map((open) => open?.attempt);
      expect(told).toEqual([1, 2, 3, 4, 8]);
    }
    await deliver(ndaId, {}, 10);
    expect(await bench.mails()).toHaveLength(2);
  });

  const endedSeal = (): PdfSeal => {
    const { clock, logger } = bench.parts;
    const identity = { ...ecIdentity(), notAfter: new Date('2026-11-01T00:00:00Z') };
    return new PdfSeal({ identity, clock, logger, certificates: { keep: async () => {} } });
  };

  it('seals no document with an expired certificate, and records the reason', async () => {
    const ndaId = await bench.createPaid();
    await expect(deliver(ndaId, { render, seal: endedSeal() })).rejects.toThrow('seal_certificate_expired');
    expect((await since(ndaId))[0]?.open).toEqual({
      stage: 'sealing',
      party: null,
      code: 'seal_certificate_expired',
      attempt: 1,
    });
    await deliver(ndaId, { render }, 2);
    expect((await types(ndaId)).at(-1)).toBe('NdaSent');
  });

  it('records which input is missing', async () => {
    const ndaId = await bench.createPaid();
    await bench.parts.blobs.deleteAll(ndaStream(ndaId));
    await expect(deliver(ndaId)).rejects.toThrow('signature_missing');
    const missing = { stage: 'making', party: 1, code: 'signature_missing', attempt: 1 };
    expect((await since(ndaId))[0]?.open).toEqual(missing);
  });

  it('immediately records a failure that differs from the previous one', async () => {
    const ndaId = await bench.createPaid();
    for (const number of [1, 2, 3, 4, 5, 6])
      await deliver(ndaId, { render, seal: endedSeal() }, number).catch(() => undefined);
    await bench.parts.blobs.deleteAll(ndaStream(ndaId));
    await deliver(ndaId, {}, 7).catch(() => undefined);
    const numbers = (await since(ndaId)).map(({ open }) => 'attempt' in open && open.attempt);
    expect(numbers).toEqual([1, 2, 3, 4, 7]);
  });

  it('stops retrying if something is permanently missing, and tries again on request', async () => {
    const ndaId = await bench.createPaid();
    await bench.parts.blobs.deleteAll(ndaStream(ndaId));
    for (const number of [1, 2, 4])
      await expect(deliver(ndaId, { render }, number)).rejects.toThrow('signature_missing');
    for (const number of [8, 8]) await deliver(ndaId, { render }, number);
    const codes = (await since(ndaId)).map(({ open }) => (open as { code: string }).code);
    expect(codes).toEqual([...Array<string>(3).fill('signature_missing'), 'input_missing']);
    await expect(deliver(ndaId, { render }, 1)).rejects.toThrow('signature_missing');
  });

  /** Fake mail server. Rejects mail to each address in `answers` with its error. Accepts all other mail. */
  const answering = (answers: { readonly [address: string]: MailFailed }) => {
    const sent: string[] = [];
    const mail: DeliveryParts['mail'] = {
      once: false,
      send: ({ to, messageId }) => {
        const failure = answers[to];
        if (failure !== undefined) return Promise.reject(failure);
        sent.push(to);
        return Promise.resolve({ messageId });
      },
    };
    return { mail, sent };
  };

  it.each([
    ['mail_refused', 24 * 60 * 60 * 1000],
    ['mail_unreachable', 30_000],
    ['mail_setup', 30_000],
  ] as const)("sends the other party's mail even if one mail fails with %s", async (code, pauseMs) => {
    for (const [failing, other] of [
      ['katharina@example.org', 'lukasz@example.org'],
      ['lukasz@example.org', 'katharina@example.org'],
    ] as const) {
      const ndaId = await bench.createPaid();
      const { mail, sent } = answering({ [failing]: new MailFailed(code) });
      const failed = await deliver(ndaId, { render, mail }).catch((error: unknown) => error);
      expect((failed as TryAgainIn).ms).toBe(pauseMs);
      expect(sent).toEqual([other]);
      await deliver(ndaId, { render, mail: answering({}).mail }, 2);
      expect((await types(ndaId)).at(-1)).toBe('NdaSent');
    }
  });

  it('does not resend a message whose fate is unknown before ten minutes are over', async () => {
    const ndaId = await bench.createPaid();
    const lost = new MailFailed('mail_unreachable', { fateUnknown: true });
    const first = await deliver(ndaId, {
      render,
      mail: answering({ 'katharina@example.org': lost }).mail,
    }).catch((error: unknown) => error);
    expect((first as TryAgainIn).ms).toBe(600_000);
    const { mail, sent } = answering({});
    const again = await deliver(ndaId, { render, mail }, 2).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(TryAgainIn);
    expect(sent).toEqual([]);
    await bench.vaultDatabase.database.pool.query(
      `UPDATE accepted_mails SET begun_at = begun_at - interval '10 minutes' WHERE accepted_at IS NULL`,
    );
    await deliver(ndaId, { render, mail }, 3);
    expect(sent).toEqual(['katharina@example.org']);
  });

  it('treats a refusal as final after two weeks, and tries once more on request', async () => {
    const ndaId = await bench.createPaid();
    const refused = { 'katharina@example.org': new MailFailed('mail_refused') };
    const { mail } = answering(refused);
    await deliver(ndaId, { render, mail }).catch(() => undefined);
    const later = { now: () => new Date(bench.parts.clock.now().getTime() + 15 * 24 * 60 * 60 * 1000) };
    for (const number of [15, 16]) await deliver(ndaId, { render, mail, clock: later }, number);
    const codes = (await since(ndaId)).flatMap(({ open }) => ('code' in open ? [open.code] : []));
    expect(codes).toEqual(['mail_refused', 'mail_given_up']);
    await deliver(ndaId, { render, mail: answering({}).mail, clock: later }, 17);
    expect((await types(ndaId)).at(-1)).toBe('NdaSent');
  });

  it('sends nothing for a job that another worker has taken over', async () => {
    const ndaId = await bench.createPaid();
    const { mail, sent } = answering({});
    const records = new DeliveryRecords(bench.parts);
    await deliver(ndaId, {
      render,
      mail: answering({ 'lukasz@example.org': new MailFailed('mail_refused') }).mail,
    }).catch(() => undefined);
    const lost = { ...jobContext(2), assertHeld: () => Promise.reject(new JobLost()) };
    await expect(
      new SendDocumentJob({ ...bench.parts, records, mail }).run({ ndaId, party: 2 }, lost),
    ).rejects.toBeInstanceOf(JobLost);
    expect(sent).toEqual([]);
    await deliver(ndaId, { render, mail }, 3);
    expect(sent).toEqual(['lukasz@example.org']);
  });

  it('stops quietly if the NDA is erased before or during the delivery', async () => {
    const [before, meanwhile] = [await bench.createPaid(), await bench.createPaid()];
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
    expect(await bench.mails()).toEqual([]);
    for (const ndaId of [before, meanwhile])
      expect((await bench.events(ndaId)).at(-1)?.type).toBe('NdaErased');
  });

  it('goes to the corrected address', async () => {
    const ndaId = await bench.createPaid({
      remote: true,
      correctedEmail: 'neu@example.org',
      terms: { language: 'en' },
    });
    await deliver(ndaId, { render });
    const mails = await bench.mails();
    expect(mails.map((mail) => mail.to).sort()).toEqual(['katharina@example.org', 'neu@example.org']);
    expect(mails[0]?.subject).toBe(
      'Signed: non-disclosure agreement “Faltbarer Fahrradanhänger mit Federnabe”',
    );
  });
});
