import type { Party } from '@siegel/contracts/enums';
import { documentLabel } from '../nda/nda.blobs.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import {
  attemptBorneOut,
  isRefusedForGood,
  MAIL_REFUSED,
  mailPauseMs,
} from '../nda/rules/delivery-pauses.js';
import { awaitsOrderMail, ORDER_MAIL_WAIT_MS } from '../nda/rules/order-first.js';
import type { NdaState } from '../nda/nda.state.js';
import type { Receipt } from '@siegel/contracts/receipt';
import type { Clock } from '../platform/clock.js';
import {
  CauseMissing,
  type JobContext,
  type JobHandler,
  JobLost,
  type JobRequest,
  TryAgainIn,
} from '../platform/jobs/job.js';
import { choiceIn, uuidIn } from '../platform/jobs/payload.js';
import type { Logger } from '../platform/logging/logger.js';
import { untilAnswered } from '../platform/postgres/until-answered.js';
import type { BlobStore } from '../vault/blob-store.js';
import { DeliveryStepFailed, isMissingForGood, step, throwIfAway } from './delivery-failure.js';
import type { DeliveryRecords, Obligation } from './delivery-records.js';
import { type AcceptedMails, FATE_MS } from '../mail/accepted-mails.js';
import { documentFileName } from '../mail/document-file-name.js';
import { documentMail } from '../mail/kinds/document.js';
import type { MailSite } from '../mail/mail-site.js';
import { MailFailed, type OutgoingMail } from '../mail/mail-transport.js';
import { messageIdOf, messageIdOn } from '../mail/message-id.js';
import { receiptFile } from '../mail/signing-receipt.js';
import { sendOnce, type SendOnceParts } from '../mail/send-once.js';

export interface SendingParts extends SendOnceParts {
  readonly records: DeliveryRecords;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accepted: Pick<AcceptedMails, 'begin' | 'undo' | 'note' | 'fate'>;
  readonly site: MailSite;
  /** Ends the Message-IDs. */
  readonly host: string;
  /** Address at which Party 2 can say 'I did not sign this' (rule:signature-can-be-disputed). */
  readonly disputeUrl: (ndaId: string) => string;
}

const SEND_TASK = 'send-document';
const PARTIES: readonly Party[] = [1, 2];

const isSealed = ({ type }: Pick<NdaEvent, 'type'>): boolean => type === 'DocumentSealed';

/** One obligation for each party: what holds up one mail does not hold up the other. */
export const sendDocumentJob = (ndaId: string, party: Party): JobRequest & { readonly key: string } => ({
  task: SEND_TASK,
  payload: { ndaId, party },
  key: `send:${ndaId}:${party}`,
});

/** The sealed document to one party, once (rule:each-mail-once). */
export class SendDocumentJob implements JobHandler {
  readonly task = SEND_TASK;
  /** A mail server that keeps quiet holds one for ten minutes. */
  readonly atOnce = 8;

  constructor(private readonly parts: SendingParts) {}

  async run(payload: JobRequest['payload'], context: JobContext): Promise<void> {
    const ndaId = uuidIn(payload, 'ndaId');
    const party = choiceIn(payload, 'party', PARTIES);
    let obligation: Obligation | undefined;
    try {
      obligation = await this.parts.records.owed(ndaId, isSealed);
      if (obligation !== undefined) await this.send(obligation, party, context);
    } catch (error) {
      if (error instanceof JobLost || error instanceof TryAgainIn || error instanceof CauseMissing)
        throw error;
      throwIfAway(error);
      // What became impossible meanwhile (an erasure) is no longer owed; everything else is
      // (rule:retried-while-owed).
      if (await this.parts.records.isStillOwed(ndaId))
        await this.failed({ ndaId, party, obligation }, error, context);
    }
  }

  /** @throws TryAgainIn while the order has to be confirmed first */
  private async send(obligation: Obligation, party: Party, context: JobContext): Promise<void> {
    const { documentHash, recipients } = obligation.state.delivery;
    if (documentHash === null || recipients[party].messageId !== null) return;
    if (awaitsOrderMail(obligation.state)) throw new TryAgainIn(ORDER_MAIL_WAIT_MS);
    const receipt = receiptIn(obligation, party);
    const written = await step('sending', party, () =>
      this.mailFor(obligation.state, party, { documentHash, receipt }),
    );
    const messageId = await this.messageId(obligation.state, party, documentHash, context.signal);
    const mail = { ...written, messageId };
    await sendOnce(mail, this.parts, context);
    const command = { type: 'RecordDocumentSent', party, messageId: mail.messageId, documentHash } as const;
    await this.parts.records.record(obligation, command, 'sent', party);
  }

  /** One that was begun under the id that documents had before goes on under it (rule:each-mail-once). */
  private async messageId(
    { id, delivery }: NdaState,
    party: Party,
    documentHash: string,
    signal: JobContext['signal'],
  ): Promise<string> {
    const { accepted, site, host } = this.parts;
    const earlier = messageIdOf(new URL(site.publicUrl).hostname, id, documentHash, party);
    if ((await untilAnswered(() => accepted.fate(earlier), signal)) !== 'none') return earlier;
    const number = delivery.sealedAtRevision ?? 0;
    return messageIdOn(host, { about: id, kind: 'document', recipient: party, number });
  }

  private async mailFor(
    state: NdaState,
    party: Party,
    { documentHash, receipt }: { readonly documentHash: string; readonly receipt: Receipt | undefined },
  ): Promise<Omit<OutgoingMail, 'messageId'>> {
    const { personal, terms, completedAt, id } = state;
    const stream = ndaStream(id);
    const content = await this.parts.blobs.get(stream, documentLabel(documentHash));
    if (content === undefined || personal === undefined || terms === undefined || completedAt === null)
      throw new DeliveryStepFailed('sending', party, 'document_missing');
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
      inPerson: state.mode !== 'remote',
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

  /** @throws TryAgainIn, where it is worth another attempt */
  private async failed(
    { ndaId, party, obligation }: { ndaId: string; party: Party; obligation: Obligation | undefined },
    error: unknown,
    { attempt: counted }: JobContext,
  ): Promise<void> {
    const attempt = attemptBorneOut(counted, toldAttempts(obligation, party));
    const known = error instanceof DeliveryStepFailed || error instanceof MailFailed;
    const code = known ? error.code : 'unexpected';
    const lastWord = this.lastWord(code, attempt, obligation, party);
    const isOver = lastWord !== undefined;
    this.parts.logger.warn({ ndaId, stage: 'sending', party, code, attempt, isOver }, 'delivery failed');
    const pause = error instanceof MailFailed && error.fateUnknown ? { pauseMs: FATE_MS } : {};
    const permanent = isOver || code === MAIL_REFUSED;
    const about = obligation?.events.find(({ type }) => type === 'DocumentSealed')?.id ?? ndaId;
    const failure = { party, about, code: lastWord ?? code, permanent, attempt, ...pause };
    await this.parts.records.recordMailFailure(ndaId, { kind: 'document', ...failure }, obligation);
    if (isOver) return;
    if (!(error instanceof MailFailed)) throw error;
    throw new TryAgainIn(pause.pauseMs ?? mailPauseMs(code, counted), error);
  }

  /** Undefined while another attempt is worth it. */
  private lastWord(
    code: string,
    attempt: number,
    obligation: Obligation | undefined,
    party: Party,
  ): 'input_missing' | 'mail_given_up' | undefined {
    if (isMissingForGood(code, attempt)) return 'input_missing';
    return code === MAIL_REFUSED && this.isRefusedForGood(obligation, party) ? 'mail_given_up' : undefined;
  }

  private isRefusedForGood(obligation: Obligation | undefined, party: Party): boolean {
    const first = obligation?.events.find(
      ({ type, open }) =>
        (type === 'DeliveryFailed' || (type === 'MailFailed' && open.kind === 'document')) &&
        open.party === party &&
        open.code === MAIL_REFUSED,
    );
    return first !== undefined && isRefusedForGood(first.at, this.parts.clock.now().toISOString());
  }
}

/** Of mails of the document to this party; also as a version recorded them that had no such failures of mails. */
const toldAttempts = (obligation: Obligation | undefined, party: Party): number =>
  Math.max(
    0,
    ...(obligation?.events ?? []).flatMap(({ type, open }) =>
      (type === 'DeliveryFailed' || (type === 'MailFailed' && open.kind === 'document')) &&
      open.party === party
        ? [open.attempt]
        : [],
    ),
  );

/** As recorded when the document was sealed; none of one that was sealed before receipts went with it. */
function receiptIn({ events }: Obligation, party: Party): Receipt | undefined {
  const sealed = events.find((event) => event.type === 'DocumentSealed');
  return sealed?.type === 'DocumentSealed' ? sealed.open.receipts?.[party] : undefined;
}
