import { verifyChain } from '#src/eventsourcing/journal/chain';
import { pretendedDisk, type SmallDisk, smallDisk } from '#src/platform/postgres/testing/small-disk';
import { until } from '#src/platform/testing/until';
import { signature, terms } from '../steps/samples.js';
import { create, mails, payByCard, read, sign, signedByBoth, untilReady, untilSent } from '../steps/steps.js';
import { startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';
import { isLongRun } from '#src/platform/testing/long-run';

/** Disk space that is enough for a database with some agreements. */
const MEGABYTES = 96;
type Make = () => Promise<SmallDisk | undefined>;
const DISKS: readonly (readonly [how: string, make: Make])[] = [
  ['pretended', () => pretendedDisk()],
  ['real', () => smallDisk(MEGABYTES)],
];
/** The real disk is tried only in `npm run test:long`. */
const tried = DISKS.slice(0, isLongRun() ? 2 : 1);

describe('a database whose disk is full', () => {
  let disk: SmallDisk;
  let backend: TestBackend;
  afterEach(async () => {
    await backend.stop();
    await disk.remove();
  });

  it.each(tried)(
    'leads to 503 and is named by readiness, and the service goes on once there is space (%s)',
    async (how, make) => {
      const made = await make();
      if (made === undefined)
        process.stdout.write(
          `No file system can be mounted here: a disk that is full is only pretended (${how}).\n`,
        );
      disk = made ?? (await pretendedDisk());
      backend = await startTestBackend({ on: { database: disk.database, secrets: testSecrets() } });
      const browser = backend.browser();
      const half = await create(browser);
      await sign(browser, half, 1);
      const paid = await signedByBoth(browser);
      await untilReady(browser);
      // The agreement's mails are owed from now on. They may be sent before, during or after the fault.
      await payByCard(browser, paid);

      await disk.fill();
      // Some calls still succeed, because there is free space within the tables' files.
      const refused = await until(async () => {
        const answer = await browser.post('/api/ndas').send(terms);
        return answer.status === 201 ? undefined : answer;
      });
      expect({ status: refused.status, code: refused.body.code }).toEqual({
        status: 503,
        code: 'unavailable',
      });
      expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const signed = await browser
        .post(`/api/ndas/${half}/sign`)
        .send({ partyNumber: '2', signature: signature(2) });
      expect([200, 503]).toContain(signed.status);
      // The last successful probe remains valid for some seconds.
      const down = await until(async () => {
        const answer = await browser.get('/health/ready');
        // Another check may be down before the database's check, for instance the event store's check if an
        // append got no response.
        return answer.status === 503 && answer.body.checks.database === 'down' && answer;
      });
      expect(down.body).toMatchObject({ status: 'down', checks: { database: 'down', serving: 'up' } });
      await read(browser, half);
      await browser.get(`/api/ndas/${half}/signatures/1`).expect(200);
      await browser.get('/health/live').expect(200);

      await disk.free();
      await until(async () => (await browser.get('/health/ready')).status === 200);
      if (signed.status === 503) await sign(browser, half, 2);
      expect((await read(browser, half)).status).toBe('completed');
      await payByCard(browser, half);
      for (const id of [half, paid]) {
        await untilSent(browser, id);
        const stored = await backend.backend.infrastructure.store.readStream(`nda-${id}`);
        expect(verifyChain(stored)).toMatchObject({ intact: true });
        for (const once of ['Party2Signed.v2', 'DocumentSealed.v1', 'NdaSent.v1'])
          expect(stored.filter(({ type }) => type === once)).toHaveLength(1);
      }
      // Each agreement has three mails: the order confirmation, and the document to each party.
      expect(await mails(browser)).toHaveLength(6);
    },
  );
});
