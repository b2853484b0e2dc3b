import type { Party } from '@siegel/contracts/enums';
import { documentLabel } from '../nda/nda.blobs.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { isDeliverable } from '../nda/rules/document.js';
import type { NdaState } from '../nda/nda.state.js';
import type { Clock } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { CommandContext, Recorded } from '../eventsourcing/journal/event.js';
import type { Logger } from '../platform/logging/logger.js';
import type { JobContext, JobHandler } from '../platform/jobs/job.js';
import type { BlobStore } from '../vault/blob-store.js';
import { DELIVER_TASK } from './deliver-when-completed-and-paid.js';
import { DeliveryStepFailed, isWorthRecording, step } from './delivery-failure.js';
import type { AcceptedMails } from './mail/accepted-mails.js';
import { documentFileName } from './mail/document-file-name.js';
import { finalMail } from './mail/final-mail.js';
import type { MailTransport, OutgoingMail } from './mail/mail-transport.js';
import { messageIdOf } from './mail/message-id.js';
import { sealDocument, type SealingParts } from './seal-document.js';

export interface DeliveryParts extends SealingParts {
  readonly commands: Commands;
  readonly blobs: BlobStore;
  readonly mail: MailTransport;
  readonly accepted: Pick<AcceptedMails, 'has' | 'note'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Origin of the service; its host ends the Message-IDs. */
  readonly publicUrl: string;
  /** Name of the operator and, where configured, the postal address: below every mail. */
  readonly operator: string;
  /** Address at which Party 2 can say 'I did not sign this'; undefined while there is no such page. */
  readonly disputeUrl?: (ndaId: string) => string;
}

/** What the delivery of one NDA works on. */
interface Obligation {
  readonly ndaId: string;
  readonly dueAtRevision: number;
  /** The event that made it due. */
  readonly cause: Recorded<NdaEvent> | undefined;
}

const PARTIES: readonly Party[] = [1, 2];

/**
 * Completed and paid → document → mail to both (rule:delivered-when-signed-and-paid). Every step first looks
 * whether it is done, so that it may break off anywhere.
 */
export class DeliverNdaJob implements JobHandler {
  readonly task = DELIVER_TASK;

  constructor(private readonly parts: DeliveryParts) {}

  async run(payload: Parameters<JobHandler['run']>[0], context: JobContext): Promise<void> {
    const ndaId = String(payload['ndaId']);
    try {
      await this.deliver(ndaId);
    } catch (error) {
      // What became impossible meanwhile (an erasure) is no longer owed; everything else is, and is tried
      // again (rule:retried-while-owed).
      if (await this.isStillOwed(ndaId)) {
        await this.recordFailure(ndaId, error, context);
        throw error;
      }
    }
  }

  private async deliver(ndaId: string): Promise<void> {
    const { state, events } = await this.parts.commands.state(ndaDecider, ndaId);
    if (!isDeliverable(state) || state.dueAtRevision === null) return;
    const { dueAtRevision } = state;
    const obligation = {
      ndaId,
      dueAtRevision,
      cause: events.find((event) => event.revision === dueAtRevision),
    };
    let current = state.delivery.documentHash === null ? await this.seal(obligation) : state;
    for (const party of PARTIES) {
      if (current.delivery.sentTo[party] === undefined) current = await this.send(obligation, current, party);
    }
  }

  private async seal(obligation: Obligation): Promise<NdaState> {
    const document = await sealDocument(this.parts, obligation.ndaId, obligation.dueAtRevision);
    return step('sealing', null, () =>
      this.record(obligation, { type: 'RecordDocumentSealed', document }, 'sealed'),
    );
  }

  private async send(obligation: Obligation, state: NdaState, party: Party): Promise<NdaState> {
    const documentHash = state.delivery.documentHash ?? '';
    const mail = await step('sending', party, () => this.mailFor(state, party, documentHash));
    const messageId = await step('sending', party, () => this.sendOnce(mail));
    const command: NdaCommand = { type: 'RecordDocumentSent', party, messageId, documentHash };
    return step('sending', party, () => this.record(obligation, command, 'sent', party));
  }

  /**
   * Noted where the job lives before the event is appended: the event store may be away by now, and a
   * repetition then finds that it was accepted (rule:each-mail-once).
   */
  private async sendOnce(mail: OutgoingMail): Promise<string> {
    const { mail: transport, accepted } = this.parts;
    if (await accepted.has(mail.messageId)) return mail.messageId;
    const { messageId } = await transport.send(mail);
    await accepted.note(mail.messageId);
    return messageId;
  }

  private async mailFor(state: NdaState, party: Party, documentHash: string): Promise<OutgoingMail> {
    const { personal, terms, completedAt, id } = state;
    const stream = ndaStream(id);
    const content = await this.parts.blobs.get(stream, documentLabel(documentHash));
    if (content === undefined || personal === undefined || terms === undefined || completedAt === null)
      throw new DeliveryStepFailed('sending', party, 'document_missing');
    const filename = documentFileName(personal.ideaTitle, terms.language);
    const disputeUrl = this.parts.disputeUrl?.(id);
    const written = finalMail({
      language: terms.language,
      party,
      names: { 1: personal.party1Name, 2: personal.party2Name },
      ideaTitle: personal.ideaTitle,
      completedAt,
      documentHash,
      fileName: filename,
      publicUrl: this.parts.publicUrl,
      operator: this.parts.operator,
      ...(disputeUrl === undefined ? {} : { disputeUrl }),
    });
    return {
      ...written,
      messageId: messageIdOf(new URL(this.parts.publicUrl).hostname, id, documentHash, party),
      stream,
      to: party === 1 ? personal.party1Email : personal.party2Email,
      attachments: [{ filename, contentType: 'application/pdf', content }],
    };
  }

  private async record(
    { ndaId, cause }: Obligation,
    command: NdaCommand,
    ...obligation: (string | number)[]
  ): Promise<NdaState> {
    const { state } = await this.parts.commands.run(
      ndaDecider,
      ndaId,
      command,
      this.context(ndaId, cause, obligation),
    );
    return state;
  }

  private context(
    ndaId: string,
    cause: Recorded<NdaEvent> | undefined,
    obligation: readonly (string | number)[],
  ): CommandContext {
    return systemContext(this.parts.clock, derivedId(ndaId, ...obligation), {
      correlationId: cause?.correlationId ?? derivedId(ndaId, 'delivery'),
      causedBy: cause?.id ?? null,
    });
  }

  /** When the stream cannot be read either, it counts as owed. */
  private async isStillOwed(ndaId: string): Promise<boolean> {
    try {
      return isDeliverable((await this.parts.commands.state(ndaDecider, ndaId)).state);
    } catch {
      return true;
    }
  }

  private async recordFailure(ndaId: string, error: unknown, { attempt, jobId }: JobContext): Promise<void> {
    const { stage, party, code } =
      error instanceof DeliveryStepFailed ? error : new DeliveryStepFailed('making', null, 'unexpected');
    this.parts.logger.warn({ ndaId, stage, party, code, attempt }, 'delivery failed');
    if (!isWorthRecording(attempt)) return;
    const command: NdaCommand = { type: 'RecordDeliveryFailure', failure: { stage, party, code, attempt } };
    try {
      await this.parts.commands.run(
        ndaDecider,
        ndaId,
        command,
        this.context(ndaId, undefined, ['delivery-failed', jobId, attempt]),
      );
    } catch {
      this.parts.logger.warn({ ndaId, code }, 'failure of the delivery could not be recorded');
    }
  }
}
