import { performance } from 'node:perf_hooks';
import type { Party } from '@siegel/contracts/enums';
import { plausibleAttempt, isWorthRecording } from '../nda/rules/delivery-pauses.js';
import type { Logger } from '../platform/logging/logger.js';
import { CauseMissing, type JobContext, type JobHandler, type JobRequest } from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import { DELIVER_TASK, mayMakeDue } from './deliver-when-completed-and-paid.js';
import { DeliveryStepFailed, isMissingForGood, step, throwIfUnavailable } from './delivery-failure.js';
import type { DeliveryRecords, Obligation } from './delivery-records.js';
import { sealDocument, type SealingParts } from './seal-document.js';
import { sendDocumentJob } from './send-document.job.js';
import type { DocumentSealed } from '../nda/nda.events.js';
import type { Receipts } from '../vault/receipts.js';

export interface DocumentParts extends SealingParts {
  readonly receipts: Pick<Receipts, 'receiptFor'>;
  readonly records: DeliveryRecords;
  readonly enqueue: (jobs: readonly (JobRequest & { readonly key: string })[]) => Promise<void>;
  /** Called after a document was made, with the number of seconds that making it took. */
  readonly made?: (seconds: number) => void;
  readonly logger: Logger;
}

const PARTIES: readonly Party[] = [1, 2];

/**
 * Makes the document of a completed and paid NDA, and queues a job for the mail to each party
 * (rule:delivered-when-signed-and-paid). Every step first checks whether it is already done, so the job can
 * be interrupted at any point and run again.
 */
export class DeliverNdaJob implements JobHandler {
  readonly task = DELIVER_TASK;
  readonly slots = 2;

  constructor(private readonly parts: DocumentParts) {}

  async run(payload: JobRequest['payload'], context: JobContext): Promise<void> {
    const ndaId = uuidIn(payload, 'ndaId');
    let obligation: Obligation | undefined;
    try {
      obligation = await this.parts.records.owed(ndaId, mayMakeDue);
      if (obligation === undefined) return;
      const { delivery } = obligation.state;
      if (delivery.documentHash === null) await this.seal(obligation);
      const unsent = PARTIES.filter((party) => delivery.recipients[party].messageId === null);
      await this.parts.enqueue(unsent.map((party) => sendDocumentJob(ndaId, party)));
    } catch (error) {
      if (error instanceof CauseMissing) throw error;
      throwIfUnavailable(error);
      // If an erasure during this attempt made the delivery impossible, the delivery is no longer owed. Any
      // other failed delivery is still owed, and is retried (rule:retried-while-owed).
      if (await this.parts.records.isStillOwed(ndaId))
        await this.failed({ ndaId, obligation }, error, context);
    }
  }

  private async seal(obligation: Obligation): Promise<void> {
    const began = performance.now();
    const sealed = await sealDocument(this.parts, obligation.ndaId, obligation.dueAtRevision);
    const seconds = (performance.now() - began) / 1000;
    const document = { ...sealed, ...(await this.receiptsOf(obligation)) };
    await step('sealing', null, () =>
      this.parts.records.record(obligation, { type: 'RecordDocumentSealed', document }, 'sealed'),
    );
    this.parts.made?.(seconds);
  }

  /**
   * Returns the receipts of both signatures. The receipts are recorded with the document, so that every mail
   * with the document contains the same receipts, even if it is sent again.
   */
  private async receiptsOf({ events }: Obligation): Promise<Pick<DocumentSealed['open'], 'receipts'>> {
    const { receipts } = this.parts;
    const [first, second] = (['Party1Signed', 'Party2Signed'] as const).map((signed) =>
      events.find(({ type }) => type === signed),
    );
    if (first === undefined || second === undefined) return {};
    return { receipts: { 1: await receipts.receiptFor(first), 2: await receipts.receiptFor(second) } };
  }

  /** Records the failure. @throws the error, if another attempt is worthwhile */
  private async failed(
    { ndaId, obligation }: { ndaId: string; obligation: Obligation | undefined },
    error: unknown,
    { attempt: counted }: JobContext,
  ): Promise<void> {
    const recorded = (obligation?.events ?? []).flatMap(({ type, open }) =>
      type === 'DeliveryFailed' ? [open.attempt] : [],
    );
    const attempt = plausibleAttempt(counted, Math.max(0, ...recorded));
    const { stage, party, code } =
      error instanceof DeliveryStepFailed ? error : new DeliveryStepFailed('making', null, 'unexpected');
    this.parts.logger.warn(
      { ndaId, stage, party, code, attempt },
      "delivery failed; docs/operations/troubles.md explains the value of 'code'",
    );
    const isOver = isMissingForGood(code, attempt);
    const failure = { stage, party, code: isOver ? 'input_missing' : code, attempt };
    const recordedCode = obligation === undefined ? code : obligation.state.delivery.failed.document;
    if (isOver || isWorthRecording(attempt, code, recordedCode))
      await this.parts.records.recordFailure(ndaId, failure, obligation);
    if (!isOver) throw error;
  }
}
