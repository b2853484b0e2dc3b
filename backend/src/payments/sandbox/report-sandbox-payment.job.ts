import { CauseMissing, type JobHandler } from '../../platform/jobs/job.js';
import { countIn, matchIn } from '../../platform/jobs/payload.js';
import type { PaymentReports } from '../payment-reports.js';
import { SANDBOX_INTENT, SANDBOX_REPORT_TASK, type SandboxProvider } from './sandbox.provider.js';

/**
 * Replaces the webhook of a real provider: reports the outcome of a card payment in the sandbox to the NDA.
 * Uses only two values from the payload, the intent's id and the number of the card. The outcome comes from
 * the sandbox's table. The code in the payload is only for backends of the previous version.
 */
export const reportSandboxPaymentJob = (sandbox: SandboxProvider, reports: PaymentReports): JobHandler => ({
  task: SANDBOX_REPORT_TASK,
  run: async (payload) => {
    const paymentIntentId = matchIn(payload, 'paymentIntentId', SANDBOX_INTENT);
    const nth = countIn(payload, 'nth');
    const refusal = await sandbox.refusal(paymentIntentId, nth);
    const report = await sandbox.lookUp(paymentIntentId);
    if (report === undefined || refusal === undefined) throw new CauseMissing();
    // If a real provider has replaced the sandbox, the sandbox's intents are over
    // (rule:unwanted-intents-end).
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
