import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { RateLimited } from '../http/problems/http-errors.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { HTTP_MIGRATIONS } from '../http/testing/test-app.js';
import { createKeyedHash } from '../platform/crypto/keyed-hash.js';
import { silentLogger } from '../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import { tenthUnlessLong } from '../platform/testing/long-run.js';
import { ReceiptAdmission } from './receipt-admission.js';

const OWN = { reference: 'S-MZXW6YTBOI', email: 'own@example.org' };
const site = {
  operatorName: 'Siegel',
  operatorAddress: [],
  operatorEmail: null,
  operatorPhone: '0761 1',
  operatorDetails: [],
  rating: null,
  vatRate: null,
};

let now = 0;
let database: TestDatabase;
let refused: string[] = [];
const limiterOf = (factor: number): RateLimiter =>
  new RateLimiter(
    {
      pool: database.pool,
      clock: { now: () => new Date(now) },
      keyedHash: createKeyedHash(Buffer.alloc(32, 1)),
      logger: silentLogger,
      onLimited: (limit) => refused.push(limit),
    },
    factor,
  );
const admissionOf = (factor = 1): ReceiptAdmission =>
  new ReceiptAdmission(
    limiterOf(factor),
    async (reference, email) => reference === OWN.reference && email === OWN.email,
    { site },
  );
beforeAll(async () => {
  database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = Date.parse('2026-11-12T10:00:00.000Z');
  refused = [];
  await database.pool.query('TRUNCATE rate_limits');
});

let mailboxes = 0;
/** Returns a declaration from `email`. By default, no other declaration comes from that mailbox. */
const declaration = (email = `m${(mailboxes += 1)}@example.org`) => ({ reference: 'an order', email });
const receiptsOf = async (
  admission: ReceiptAdmission,
  times: number,
  address: (n: number) => string,
): Promise<string[]> => {
  const said: string[] = [];
  for (let n = 0; n < times; n += 1)
    said.push(
      await admission.admit(declaration(), address(n)).then(
        ({ receipt }) => receipt,
        (error: unknown) => (error instanceof RateLimited ? error.code : Promise.reject(error as Error)),
      ),
    );
  return said;
};
const countOf = (said: readonly string[], what: string): number => said.filter((one) => one === what).length;
const counts = (said: readonly string[]): number[] =>
  ['brief', 'withheld', 'rate_limited'].map((what) => countOf(said, what));
const counted = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ sum: string | null }>('SELECT sum(count) FROM rate_limits');
  return Number(rows[0]?.sum ?? 0);
};

describe('the receipt of a withdrawal', () => {
  it.each([
    [1, [5, 45, 10]],
    [0.2, [1, 9, 50]],
    [2, [10, 50, 0]],
    [0, [60, 0, 0]],
  ])(
    'with the factor %d is brief, withheld and refused this often for 60 declarations from one address: %j',
    async (f, so) => {
      expect(counts(await receiptsOf(admissionOf(f), 60, () => '203.0.113.1'))).toEqual(so);
    },
  );

  it('goes to one mailbox three times a day, no matter what the factor is', async () => {
    for (const factor of [0, 1, 1000]) {
      const email = `one-${factor}@example.org`;
      const said: string[] = [];
      for (let n = 0; n < 5; n += 1)
        said.push((await admissionOf(factor).admit(declaration(email), `203.0.113.${n}`)).receipt);
      expect(counts(said)).toEqual([3, 2, 0]);
    }
  });

  it('counts towards the mails of its recipient and towards the unpaid mails, and is withheld beyond either', async () => {
    const limiter = limiterOf(1);
    const spend = async (limit: 'mails' | 'allUnpaidMails', key: string, times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) await limiter.count(limit, key);
    };
    const admission = admissionOf();
    const receiptOf = async (email: string): Promise<string> =>
      (await admission.admit(declaration(email), '203.0.113.1')).receipt;
    await spend('mails', 'maria@example.org', 19);
    expect(await receiptOf('maria+1@example.org')).toBe('brief');
    expect(await receiptOf('maria+2@example.org')).toBe('withheld');
    await spend('allUnpaidMails', 'everybody', 298);
    expect(await receiptOf('anna@example.org')).toBe('brief');
    expect(await receiptOf('thomas@example.org')).toBe('withheld');
    expect(refused).toEqual(['mails', 'allUnpaidMails']);
  });

  it('does not use up the receipts of a mailbox if it is withheld', async () => {
    const limiter = limiterOf(1);
    for (let n = 0; n < 300; n += 1) await limiter.count('allUnpaidMails', 'everybody');
    const admission = admissionOf();
    const receiptOf = async (): Promise<string> =>
      (await admission.admit(declaration('anna@example.org'), '203.0.113.1')).receipt;
    const receipts = [await receiptOf(), await receiptOf(), await receiptOf()];
    expect(receipts).toEqual(['withheld', 'withheld', 'withheld']);
    now += HOUR_MS;
    expect([await receiptOf(), await receiptOf(), await receiptOf()]).toEqual(['brief', 'brief', 'brief']);
    expect(await receiptOf()).toBe('withheld');
  });

  it('is refused to everybody after 500 in an hour, and the limit is named', async () => {
    const admission = admissionOf();
    const said = await receiptsOf(admission, 505, (n) => `203.0.113.${n % 25}`);
    expect(countOf(said, 'rate_limited')).toBe(5);
    expect(refused.filter((limit) => limit === 'allWithdrawals')).toHaveLength(5);
    const before = await counted();
    await expect(admission.admit(declaration(), '198.51.100.1')).rejects.toMatchObject({
      code: 'rate_limited',
      words: { en: expect.stringContaining('telephone 0761 1') },
    });
    expect((await admission.admit(OWN, '198.51.100.1')).receipt).toBe('whole');
    expect(await counted()).toBe(before);
    now += HOUR_MS;
    expect((await admission.admit(declaration(), '198.51.100.1')).receipt).toBe('brief');
  });

  it('is whole for the person who ordered, and is not counted', async () => {
    for (let n = 0; n < 60; n += 1)
      expect(await admissionOf().admit(OWN, '203.0.113.1')).toEqual({ receipt: 'whole', counted: [] });
    expect(await counted()).toBe(0);
  });

  it('is not counted if the declaration is refused or its count is taken back', async () => {
    await receiptsOf(admissionOf(), 50, () => '203.0.113.1');
    const before = await counted();
    await expect(admissionOf().admit(declaration(), '203.0.113.1')).rejects.toBeInstanceOf(RateLimited);
    expect(await counted()).toBe(before);
    const one = await admissionOf().admit(declaration(), '203.0.113.2');
    expect(await counted()).toBe(before + 6);
    await admissionOf().takeBack(one.counted);
    expect(await counted()).toBe(before);
  });

  it('goes to a mailbox at most three times in 24 hours, and always if it would not exceed that', async () => {
    const step = fc.record({
      mailbox: fc.integer({ min: 0, max: 2 }),
      spelling: fc.constantFrom('m', 'M', 'm+1', 'm+a.b'),
      client: fc.integer({ min: 0, max: 5 }),
      isOwn: fc.boolean(),
      afterMs: fc.oneof(
        fc.integer({ min: 0, max: HOUR_MS }),
        fc.constantFrom(0, 1, DAY_MS - 1, DAY_MS, HOUR_MS),
      ),
    });
    const sequence = fc.array(step, { minLength: 10, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        await database.pool.query('TRUNCATE rate_limits');
        const sent: { readonly mailbox: number; readonly at: number }[] = [];
        const mailed = new Map<string, number>();
        for (const { mailbox, spelling, client, isOwn, afterMs } of steps) {
          now += afterMs;
          const declared = isOwn ? OWN : declaration(`${spelling}@box${mailbox}.example`);
          const { receipt } = await admissionOf().admit(declared, `203.0.113.${client}`);
          if (isOwn) {
            expect(receipt).toBe('whole');
            continue;
          }
          const recent = sent.filter((one) => one.mailbox === mailbox && one.at > now - DAY_MS).length;
          const hour = `${client} ${Math.floor(now / HOUR_MS)}`;
          const ofClient = mailed.get(hour) ?? 0;
          mailed.set(hour, ofClient + 1);
          expect(receipt).toBe(recent < 3 && ofClient < 5 ? 'brief' : 'withheld');
          if (receipt === 'brief') sent.push({ mailbox, at: now });
        }
      }),
      { numRuns: tenthUnlessLong(60) },
    );
  });
});
