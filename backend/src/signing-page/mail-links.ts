import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '@siegel/contracts/errors';
import { Commands } from '../bus/commands.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { asInvalidLink } from './as-invalid-link.js';
import { NamedLinks } from './named-links.js';

/**
 * Error codes that say that there is no signature yet. No link to dispute this signature was ever sent, so
 * the link is reported as invalid.
 */
const UNSIGNED: readonly ErrorCode[] = ['party1_must_sign_first', 'not_completed'];

/** The acts of Party 2 through links in its mails. Each link has only one purpose. */
@Injectable()
export class MailLinks {
  constructor(
    private readonly links: NamedLinks,
    private readonly commands: Commands,
    private readonly keeper: ReportKeeper,
  ) {}

  /**
   * Disputes the signature once, permanently (rule:signature-can-be-disputed). While the agreement is closed,
   * the dispute is kept (rule:reports-wait-for-the-repair).
   * @throws RuleBroken invalid_link
   */
  async dispute(token: string, context: CommandContext): Promise<void> {
    const { ndaId, party } = this.links.dispute(token);
    try {
      await this.run(ndaId, { type: 'DisputeSignature', party }, context);
    } catch (error) {
      if (!(error instanceof StreamUntrusted)) throw error;
      const dispute = { kind: 'dispute', facts: { party } } as const;
      await this.keeper.keep(ndaStream(ndaId), dispute, [party], context);
    }
  }

  /**
   * Declines reminders. A valid link is never refused, whatever the state of the NDA
   * (rule:declined-reminders-stay-away). While its stream is closed nothing can be recorded, and no reminder is
   * sent.
   * @throws RuleBroken invalid_link; StreamUntrusted
   */
  async decline(token: string, context: CommandContext): Promise<void> {
    const { ndaId, address } = this.links.decline(token);
    await this.run(ndaId, { type: 'DeclineReminders', address }, context);
  }

  private async run(ndaId: string, command: NdaCommand, context: CommandContext): Promise<void> {
    try {
      await this.commands.run(ndaDecider, ndaId, command, context);
    } catch (thrown) {
      const error = asInvalidLink(thrown);
      const isUnsigned = error instanceof RuleBroken && UNSIGNED.includes(error.code);
      throw isUnsigned ? new RuleBroken('invalid_link') : error;
    }
  }
}
