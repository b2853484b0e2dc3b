import { setTimeout as pause } from 'node:timers/promises';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import { embeddedUrlOf } from '#src/platform/embedded-postgres/running-embedded';
import { type BuiltBackend, startBuilt, type TestDataDir, testDataDir } from '../backend/built-backend.js';
import { historyOf } from '../log/chains.js';
import { isAlive } from '../backend/processes.js';
import { terms } from '../steps/samples.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { mails, payByCard, read, signedByBoth, untilSent } from '../steps/steps.js';

/** Milliseconds between the response that confirms the payment and the kill. */
const DELAYS = [0, 50, 200].slice(0, isLongRun() ? 3 : 1);

describe('a backend that is killed between paid and sent', () => {
  let folder: TestDataDir;
  let backend: BuiltBackend;
  beforeAll(async () => {
    folder = await testDataDir();
    backend = await startBuilt({ DATA_DIR: folder.path });
  });
  afterAll(async () => {
    await backend.end('SIGTERM');
    await folder.remove();
  });

  it.each(DELAYS)(
    'recovers automatically at the next start, and each mail arrives once (killed %i ms later)',
    async (delay) => {
      const browser = backend.browser();
      const id = await signedByBoth(browser, { ideaTitle: `Getötet nach ${delay} ms` });
      expect(await payByCard(browser, id)).toMatchObject({ status: 'completed', paymentStatus: 'succeeded' });
      // Allowed: the test is about the moment of the kill.
      if (delay > 0) await pause(delay);
      const killedAt = Date.now();
      expect(await backend.end('SIGKILL')).toBe('SIGKILL');
      const survivor = await folder.postmaster();
      expect(survivor !== undefined && isAlive(survivor)).toBe(true);

      backend = await startBuilt({ DATA_DIR: folder.path }, backend.port);
      const sent = await untilSent(browser, id);
      expect(sent.delivery.recipients.map(({ status }) => status)).toEqual(['sent', 'sent']);
      const { stored, facts } = await historyOf(await embeddedUrlOf(folder.path), id);
      expect(verifyChain(stored)).toMatchObject({ intact: true, events: stored.length });
      const types = facts.map(({ type }) => type);
      for (const once of ['DocumentSealed.v1', 'NdaSent.v1'])
        expect(types.filter((type) => type === once)).toHaveLength(1);
      expect(types.filter((type) => type === 'DocumentSent.v1')).toHaveLength(2);
      // Checks that the backend was killed before the document was sent.
      const sentAt = facts.find(({ type }) => type === 'NdaSent.v1')?.at ?? '';
      if (delay === 0) expect(Date.parse(sentAt)).toBeGreaterThan(killedAt);
    },
  );

  it('has in the end sent two mails for each NDA, and no others', async () => {
    const arrived = (await mails(backend.browser())).filter((mail) => mail.attachments.length > 0);
    expect(arrived).toHaveLength(2 * DELAYS.length);
    expect(new Set(arrived.map((mail) => mail.id)).size).toBe(arrived.length);
    for (const party of [terms.party1Email, terms.party2Email]) {
      expect(arrived.filter((mail) => mail.to === party)).toHaveLength(DELAYS.length);
    }
  });

  it('lets the browser continue with its cookie', async () => {
    const browser = backend.browser();
    const id = await signedByBoth(browser);
    await backend.end('SIGKILL');
    backend = await startBuilt({ DATA_DIR: folder.path }, backend.port);
    expect(await read(browser, id)).toMatchObject({
      status: 'completed',
      paymentStatus: 'none',
      amountDue: 199,
    });
    await payByCard(browser, id);
    await untilSent(browser, id);
  });
});
