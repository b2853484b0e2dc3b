import { sealed } from '../nda/testing/samples.js';
import { jobContext } from '../platform/jobs/testing/job-context.js';
import { DeliveryRecords } from './delivery-records.js';
import { SendDocumentJob } from './send-document.job.js';
import { createDeliveryBench, type DeliveryBench } from './testing/delivery-bench.js';

describe('SendDocumentJob', () => {
  let bench: DeliveryBench;
  beforeAll(async () => {
    bench = await createDeliveryBench();
  });
  afterAll(() => bench.vaultDatabase.drop());

  it('stops trying where the sealed document is missing for good, and tries again when asked', async () => {
    const ndaId = await bench.givenPaid();
    await bench.append(ndaId, sealed);
    const job = new SendDocumentJob({ ...bench.parts, records: new DeliveryRecords(bench.parts) });
    const run = (attempt: number): Promise<void> => job.run({ ndaId, party: 1 }, jobContext(attempt));
    for (let attempt = 1; attempt < 8; attempt += 1)
      await expect(run(attempt)).rejects.toThrow('document_missing');
    await run(8);
    await run(8);
    const failures = (await bench.events(ndaId)).filter(({ type }) => type === 'DeliveryFailed');
    const codes = failures.map(({ open }) => (open as { code: string }).code);
    expect(codes).toEqual([...Array<string>(4).fill('document_missing'), 'input_missing']);
    await expect(run(1)).rejects.toThrow('document_missing');
  });
});
