import type { IncomingMessage } from 'node:http';
import { appendFirstFormat } from '../../eventsourcing/journal/testing/first-format.js';
import { ndaStream } from '../../nda/nda.events.js';
import { BUNDLE_EVENTS_MAX } from '../../proof/bundle/bundle-files.js';
import { verifyBundle } from '../../proof/bundle/verify-bundle.js';
import { create } from '../../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';

/** Number of events in one append. */
const EVENTS_PER_APPEND = 500;

const asBytes = (answer: unknown, done: (error: Error | null, body: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  (answer as IncomingMessage)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks)));
};

describe('the evidence of a long history', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  it('can contain ten thousand events, and no more', async () => {
    const auditor = test.browser();
    await auditor.post('/api/admin/login').send({ password: test.secrets.auditorPassword }).expect(200);
    const id = await create(test.browser());
    const append = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left -= EVENTS_PER_APPEND)
        await appendFirstFormat(
          test.backend.infrastructure,
          ndaStream(id),
          Array.from({ length: Math.min(left, EVENTS_PER_APPEND) }, (_, n) => ({
            type: 'SomethingNew.v1',
            open: { n },
          })),
          '2030-11-26T10:00:00.000Z',
        );
    };
    await append(BUNDLE_EVENTS_MAX - 1);
    const address = `/api/audit/ndas/${id}/evidence`;
    const { body } = await auditor.get(address).buffer(true).parse(asBytes).expect(200);
    const keys = await test.backend.infrastructure.receipts.publicKeys();
    expect(verifyBundle(body as Buffer, { keys, certificates: undefined })).toMatchObject({
      verdict: 'intact',
      facts: { events: BUNDLE_EVENTS_MAX },
    });
    await append(1);
    expect((await auditor.get(address).expect(409)).body.code).toBe('evidence_too_large');
  });
});
