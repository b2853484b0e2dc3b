import { oneOfEach } from '../nda/testing/sample-histories.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { recorded } from '../eventsourcing/journal/testing/recorded.js';
import { deliverWhenCompletedAndPaid } from './deliver-when-completed-and-paid.js';
import { sendDocumentJob } from './send-document.job.js';
import { owedDeliveries } from './owed-deliveries.sweep.js';

const ID = '019a7a10-0000-7000-8000-00000000abcd';
const job = { task: 'deliver-nda', payload: { ndaId: ID }, key: `deliver:${ID}` };

describe('deliver when completed and paid', () => {
  it('queues the delivery on each event that can complete its conditions, and on no other', () => {
    const asked = Object.values(oneOfEach)
      .map(
        (event) =>
          recorded(event, {
            stream: `nda-${ID}`,
            revision: 3,
            at: '2026-11-12T10:00:00.000Z',
          }) as Recorded<NdaEvent>,
      )
      .filter((event) => deliverWhenCompletedAndPaid.react(event).length > 0);
    expect(new Set(asked.map((event) => event.type))).toEqual(
      new Set(['NdaCompleted', 'PaymentSucceeded', 'VoucherApplied']),
    );
    for (const event of asked) expect(deliverWhenCompletedAndPaid.react(event)).toEqual([job]);
  });
});

describe('owed deliveries', () => {
  it('make missing documents, and send existing ones to the parties that still wait', async () => {
    const other = '019a7a10-0000-7000-8000-00000000abce';
    const sweep = owedDeliveries(async () => [
      { id: ID, hasDocument: false, open: [1, 2] },
      { id: other, hasDocument: true, open: [2] },
    ]);
    expect((await sweep.find(undefined)).jobs).toEqual([job, sendDocumentJob(other, 2)]);
  });
});
