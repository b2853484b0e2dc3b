import { oneOfEach } from '../nda/testing/samples.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { recorded } from '../eventsourcing/journal/testing/recorded.js';
import { createTestDatabase } from '../platform/postgres/testing/test-database.js';
import { deliverWhenCompletedAndPaid } from './deliver-when-completed-and-paid.js';
import { unsentNdas } from '../wizard/nda-obligations.js';
import { sendDocumentJob } from './send-document.job.js';
import { owedDeliveries } from './owed-deliveries.sweep.js';

const ID = '019a7a10-0000-7000-8000-00000000abcd';
const job = { task: 'deliver-nda', payload: { ndaId: ID }, key: `deliver:${ID}` };

describe('deliver when completed and paid', () => {
  it('asks for delivery on each fact that may be the last one missing, and on no other', () => {
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
  it('finds what is signed and paid and not sent', async () => {
    const database = await createTestDatabase();
    try {
      await database.pool.query(
        'CREATE TABLE ndas (id uuid, status text, payment_status text, document_hash text, delivery_error text, recipients jsonb)',
      );
      const nobody = JSON.stringify(
        [1, 2].map((party) => ({ party, status: 'queued', code: null, messageId: null })),
      );
      await database.pool.query(
        `INSERT INTO ndas SELECT gen_random_uuid(), status, payment_status, NULL, NULL, $1::jsonb
         FROM unnest(ARRAY['draft', 'party1_signed', 'completed', 'sent']) AS status, unnest(ARRAY['none', 'pending', 'succeeded', 'failed']) AS payment_status
         WHERE NOT (status = 'completed' AND payment_status = 'succeeded')`,
        [nobody],
      );
      const sweep = owedDeliveries((after, limit) => unsentNdas(database.pool, after, limit));
      const owed = async () => (await sweep.find(undefined)).jobs;
      expect(await owed()).toEqual([]);
      await database.pool.query(`INSERT INTO ndas VALUES ($1, 'completed', 'succeeded', NULL, NULL, $2)`, [
        ID,
        nobody,
      ]);
      expect(await owed()).toEqual([job]);
      await database.pool.query(`UPDATE ndas SET delivery_error = 'input_missing' WHERE id = $1`, [ID]);
      expect(await owed()).toEqual([]);
      const recipients = [
        { party: 1, status: 'failed', code: 'mail_given_up', messageId: null },
        { party: 2, status: 'failed', code: 'mail_unreachable', messageId: null },
      ];
      await database.pool.query(
        `UPDATE ndas SET delivery_error = 'mail_given_up', document_hash = 'd', recipients = $2 WHERE id = $1`,
        [ID, JSON.stringify(recipients)],
      );
      expect(await owed()).toEqual([sendDocumentJob(ID, 2)]);
    } finally {
      await database.drop();
    }
  });
});
