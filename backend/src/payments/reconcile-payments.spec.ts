import { openIntent, read, signedByBoth } from '../testing/steps.js';
import { startTestBackend, type TestBackend } from '../testing/test-backend.js';
import { silentLogger } from '../platform/logging/logger.js';
import { until } from '../testing/until.js';
import { PaymentReports } from './payment-reports.js';
import { pendingIntents } from '../wizard/nda-obligations.js';
import { type FindPending, reconcilePayments } from './reconcile-payments.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';

describe('reconciling payments', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  /** Signed, with an open intent that the read model knows of. */
  async function pending(): Promise<{ ndaId: string; paymentIntentId: string; status(): Promise<string> }> {
    const browser = test.browser();
    const ndaId = await signedByBoth(browser);
    const { paymentIntentId } = await openIntent(browser, ndaId);
    await until(async () => (await read(browser, ndaId)).paymentIntentId === paymentIntentId);
    return { ndaId, paymentIntentId, status: async () => (await read(browser, ndaId)).paymentStatus };
  }

  it('comes round to all, some at a time: those who never pay keep nobody waiting', async () => {
    const intents = [await pending(), await pending(), await pending()];
    const { pool } = test.backend.infrastructure;
    const last = intents.toSorted((one, other) => (one.ndaId < other.ndaId ? -1 : 1)).at(-1);
    await pool.query("UPDATE sandbox_payment_intents SET status = 'succeeded' WHERE id = $1", [
      last?.paymentIntentId,
    ]);
    const sandbox = test.backend.app.get(SandboxProvider);
    const looked: string[] = [];
    const provider = {
      name: 'sandbox' as const,
      publishableKey: '',
      open: sandbox.open.bind(sandbox),
      cancel: sandbox.cancel.bind(sandbox),
      lookUp: (id: string) => {
        looked.push(id);
        return sandbox.lookUp(id);
      },
    };
    const reports = test.backend.app.get(PaymentReports);
    const findPending: FindPending = (after, limit) => pendingIntents(pool, after, limit);
    const parts = { findPending, provider, reports, logger: silentLogger };
    const round = reconcilePayments({ ...parts, roundSize: 1 });
    for (let rounds = 0; rounds < 3; rounds += 1) await round.run(new AbortController().signal);
    expect(looked.toSorted()).toEqual(intents.map(({ paymentIntentId }) => paymentIntentId).toSorted());
    await until(async () => (await last?.status()) === 'succeeded');
    await until(async () => {
      await round.run(new AbortController().signal);
      return looked.length >= 5;
    });
    expect(looked.slice(3).toSorted()).toEqual(
      intents
        .filter((intent) => intent !== last)
        .map(({ paymentIntentId }) => paymentIntentId)
        .toSorted(),
    );
    const stopped = new AbortController();
    stopped.abort();
    await reconcilePayments(parts).run(stopped.signal);
    expect(looked).toHaveLength(5);
  });
});
