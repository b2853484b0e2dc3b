import type { Party } from '@siegel/contracts/enums';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { documentFileName } from '../mail/document-file-name.js';
import { documentMail } from '../mail/kinds/document.js';
import type { OutgoingMail } from '../mail/mail-transport.js';
import { messageIdOf, messageIdOn } from '../mail/message-id.js';
import {
  type MailFailure,
  MailPartMissing,
  OwedMailJob,
  type OwedMailParts,
  type PendingMail,
  withUnusualPause,
} from '../mail/owed-mail-job.js';
import { receiptFile } from '../mail/signing-receipt.js';
import { documentLabel } from '../nda/nda.blobs.js';
import { type DocumentSealed, type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { awaitsOrderMail, ORDER_MAIL_WAIT_MS } from '../nda/rules/order-first.js';
import { type JobContext, type JobRequest, TryAgainIn } from '../platform/jobs/job.js';
import { choiceIn, uuidIn } from '../platform/jobs/payload.js';
import { untilAnswered } from '../platform/postgres/until-answered.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { DeliveryRecords, Obligation } from './delivery-records.js';

export interface SendingParts extends OwedMailParts {
  readonly records: DeliveryRecords;
  readonly blobs: Pick<BlobStore, 'get'>;
  /** Address at which Party 2 can say 'I did not sign this' (rule:signature-can-be-disputed). */
  readonly disputeUrl: (ndaId: string) => string;
}

const SEND_TASK = 'send-document';
const PARTIES: readonly Party[] = [1, 2];

const isSealed = (event: Recorded<NdaEvent>): event is Recorded<DocumentSealed> =>
  event.type === 'DocumentSealed';

/**
 * Returns the job for the mail to one party. Each party has its own job, so a delay of one mail does not
 * delay the other mail.
 */
export const sendDocumentJob = (ndaId: string, party: Party): JobRequest & { readonly key: string } => ({
  task: SEND_TASK,
  payload: { ndaId, party },
  key: `send:${ndaId}:${party}`,
});

interface OwedDocument extends PendingMail {
  readonly party: Party;
  readonly obligation: Obligation;
  readonly documentHash: string;
  readonly sealed: Recorded<DocumentSealed>;
}

/** Sends the sealed document to one party, once (rule:each-mail-once). */
export class SendDocumentJob extends OwedMailJob<OwedDocument, SendingParts> {
  readonly task = SEND_TASK;

  protected async due(payload: JobRequest['payload']): Promise<OwedDocument | undefined> {
    const ndaId = uuidIn(payload, 'ndaId');
    const party = choiceIn(payload, 'party', PARTIES);
    const obligation = await this.parts.records.owed(ndaId, isSealed);
    const sealed = obligation?.events.find(isSealed);
    if (obligation === undefined || sealed === undefined) return undefined;
    const { documentHash, recipients } = obligation.state.delivery;
    if (documentHash === null || recipients[party].messageId !== null) return undefined;
    const name = { ndaId, kind: 'document', party };
    return { name, failed: failedAttempts(obligation, party), party, obligation, documentHash, sealed };
  }

  protected async written(owed: OwedDocument, { signal }: JobContext): Promise<OutgoingMail> {
    if (awaitsOrderMail(owed.obligation.state)) throw new TryAgainIn(ORDER_MAIL_WAIT_MS);
    const written = await this.mailFor(owed);
    return { ...written, messageId: await this.messageId(owed, signal) };
  }

  /**
   * Returns the mail's message id. A mail that was begun with a message id of the former format keeps that id
   * (rule:each-mail-once).
   */
  private async messageId(
    { obligation, party, documentHash }: OwedDocument,
    signal: JobContext['signal'],
  ): Promise<string> {
    const { accepted, site, host } = this.parts;
    const { id, delivery } = obligation.state;
    const earlier = messageIdOf(new URL(site.publicUrl).hostname, id, documentHash, party);
    if ((await untilAnswered(() => accepted.fate(earlier), signal)) !== 'none') return earlier;
    const number = delivery.sealedAtRevision ?? 0;
    return messageIdOn(host, { about: id, kind: 'document', recipient: party, number });
  }

  private async mailFor({
    obligation,
    party,
    documentHash,
    sealed,
  }: OwedDocument): Promise<Omit<OutgoingMail, 'messageId'>> {
    const { personal, terms, completedAt, id, mode } = obligation.state;
    // Undefined if the document was sealed before receipts were added.
    const receipt = sealed.open.receipts?.[party];
    const stream = ndaStream(id);
    const content = await this.parts.blobs.get(stream, documentLabel(documentHash));
    if (content === undefined || personal === undefined || terms === undefined || completedAt === null)
      throw new MailPartMissing('document_missing');
    const filename = documentFileName(personal.ideaTitle, terms.language);
    const written = documentMail({
      language: terms.language,
      site: this.parts.site,
      party,
      names: { 1: personal.party1Name, 2: personal.party2Name },
      ideaTitle: personal.ideaTitle,
      completedAt,
      documentHash,
      fileName: filename,
      inPerson: mode !== 'remote',
      disputeUrl: this.parts.disputeUrl(id),
      receipt,
    });
    return {
      ...written,
      kind: 'document',
      stream,
      to: party === 1 ? personal.party1Email : personal.party2Email,
      attachments: [
        { filename, contentType: 'application/pdf', content },
        ...(receipt === undefined ? [] : [receiptFile(terms.language, receipt)]),
      ],
    };
  }

  protected async recordSent(owed: OwedDocument, messageId: string): Promise<void> {
    const { party, documentHash, obligation } = owed;
    const command = { type: 'RecordDocumentSent', party, messageId, documentHash } as const;
    await this.parts.records.record(obligation, command, 'sent', party);
  }

  protected async recordFailure(owed: OwedDocument, mailFailure: MailFailure): Promise<void> {
    const { party, obligation, sealed } = owed;
    const failure = { kind: 'document', party, about: sealed.id, ...withUnusualPause(mailFailure) } as const;
    const command = { type: 'RecordMailFailure', failure } as const;
    const { revision } = obligation.state;
    const { code, attempt } = mailFailure;
    await this.parts.records.record(obligation, command, 'delivery-failed', revision, attempt, code, party);
  }
}

/**
 * Returns the failed mails of the document to this party, including those that earlier versions recorded as
 * DeliveryFailed.
 */
const failedAttempts = ({ events }: Obligation, party: Party): PendingMail['failed'] =>
  events.flatMap(({ type, open, at }) =>
    (type === 'DeliveryFailed' || (type === 'MailFailed' && open.kind === 'document')) && open.party === party
      ? [{ ...open, at }]
      : [],
  );
