import type { JobHandler } from '../../platform/jobs/job.js';
import type { PaymentReports } from '../payment-reports.js';
import { SANDBOX_REPORT_TASK, type SandboxProvider } from './sandbox.provider.js';

/** The sandbox's webhook: what became of a card reaches the NDA through here. */
export const reportSandboxPaymentJob = (sandbox: SandboxProvider, reports: PaymentReports): JobHandler => ({
  task: SANDBOX_REPORT_TASK,
  run: async (payload) => {
    const report = await sandbox.lookUp(String(payload.paymentIntentId));
    // Where a real provider took its place, its intents are over (rule:unwanted-intents-end).
    if (report === undefined || !sandbox.takesCards) return;
    const declined = typeof payload.code === 'string' && report.status === 'open';
    await reports.apply(
      declined
        ? {
            ...report,
            status: 'declined',
            code: String(payload.code),
            occurrence: String(payload.nth),
            declines: Number(payload.nth),
          }
        : report,
    );
  },
});
