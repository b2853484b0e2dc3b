import { CauseMissing, type JobHandler } from '../../platform/jobs/job.js';
import { countIn, matchIn } from '../../platform/jobs/payload.js';
import type { PaymentReports } from '../payment-reports.js';
import { SANDBOX_INTENT, SANDBOX_REPORT_TASK, type SandboxProvider } from './sandbox.provider.js';

/**
 * The sandbox's webhook: what became of a card reaches the NDA through here. The payload names the card; what became of
 * it the sandbox's books say. The code in it is for backends of the version before.
 */
export const reportSandboxPaymentJob = (sandbox: SandboxProvider, reports: PaymentReports): JobHandler => ({
  task: SANDBOX_REPORT_TASK,
  run: async (payload) => {
    const paymentIntentId = matchIn(payload, 'paymentIntentId', SANDBOX_INTENT);
    const nth = countIn(payload, 'nth');
    const refusal = await sandbox.refusal(paymentIntentId, nth);
    const report = await sandbox.lookUp(paymentIntentId);
    if (report === undefined || refusal === undefined) throw new CauseMissing();
    // Where a real provider took its place, its intents are over (rule:unwanted-intents-end).
    if (!sandbox.takesCards) return;
    const isDeclined = refusal !== null && report.status === 'open';
    await reports.apply(
      isDeclined
        ? { ...report, status: 'declined', code: refusal, occurrence: String(nth), declines: nth }
        : report,
      await reports.askedWith(report),
    );
  },
});
