import type { Clock } from '#src/platform/time/clock';
import { systemClock } from '#src/platform/time/clock';
import { until } from '#src/platform/testing/until';
import { signature, terms } from '../steps/samples.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';

const MINUTE = 60_000;

describe('a backend whose clock is ten minutes ahead', () => {
  let aheadMs = 0;
  const clock: Clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  let right: TestBackend;
  let wrong: TestBackend;
  beforeAll(async () => {
    right = await startTestBackend();
    aheadMs = 10 * MINUTE;
    wrong = await startTestBackend({ on: right, clock, machineClock: clock });
  });
  afterAll(async () => {
    await wrong.stop();
    await right.stop();
  });

  it('starts, answers reads, refuses new acts with the reason, and goes on when the clocks agree', async () => {
    const onRight = right.browser();
    const onWrong = Object.assign(wrong.browser(), { jar: onRight.jar });
    const id = await create(onRight);
    await sign(onRight, id, 1);
    const sent = await signedByBoth(onRight);
    await payByCard(onRight, sent);
    await untilSent(onRight, sent);

    const ready = await onWrong.get('/health/ready').expect(503);
    expect(ready.body).toMatchObject({ status: 'down', checks: { clock: 'down', database: 'up' } });
    expect(ready.body.warnings).toEqual([
      expect.stringMatching(
        /^The clock of this machine is (600|599\.9) s ahead of that of PostgreSQL: nothing new/,
      ),
    ]);
    await onWrong.get('/health/live').expect(200);
    expect((await read(onWrong, id)).status).toBe('party1_signed');
    await onWrong.get(`/api/ndas/${id}/agreement`).expect(200);
    await onWrong.get(`/api/ndas/${id}/signatures/1`).expect(200);
    await onWrong.get(`/api/ndas/${sent}/pdf`).expect(200);
    const acts = [
      () => onWrong.post('/api/ndas').send(terms),
      () => onWrong.post(`/api/ndas/${id}/sign`).send({ partyNumber: '2', signature: signature(2) }),
      () =>
        onWrong
          .post(`/api/ndas/${id}/create-payment-intent`)
          .send({ partyNumber: '1', paymentMode: 'split' }),
    ];
    for (const act of acts) {
      const answer = await act();
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 503, code: 'unavailable' });
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    const stored = await right.backend.infrastructure.store.readStream(`nda-${id}`);
    expect(stored.map(({ type }) => type)).toEqual(['NdaCreated.v2', 'Party1Signed.v2']);
    const { text } = await onWrong.get('/metrics').set('host', 'localhost').expect(200);
    expect(Number(/^clock_offset_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeCloseTo(600, 0);

    aheadMs = 0;
    await until(async () => (await onWrong.get('/health/ready')).status === 200);
    expect((await onWrong.get('/health/ready')).body.warnings).toBeUndefined();
    expect((await sign(onWrong, id, 2)).status).toBe('completed');
    await payByCard(onWrong, id);
    await untilSent(onWrong, id);
  });
});
