import { Injectable } from '@nestjs/common';
import { countedMailboxOf } from '@siegel/contracts/email-address';
import { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { CountedCall } from '../http/limits/counted-call.js';
import { EVERYBODY } from '../http/limits/refusal.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaState } from '../nda/nda.state.js';
import { isAnythingPaid } from '../nda/rules/price.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';

/** The commands that send a mail because a user requested it. */
type RequestedMailCommand = Extract<
  NdaCommand,
  { type: 'InviteParty2' | 'RemindParty2' | 'RequestContinueLink' }
>;

/**
 * Runs the commands that request a mail. Each mail counts towards the limit for its recipient
 * (rule:asked-mails-are-limited). If nothing was paid for the NDA, the mail also counts towards one limit for
 * all unpaid NDAs together (rule:costs-have-a-ceiling). All other mails follow from events without a request,
 * so these limits never delay them.
 */
@Injectable()
export class RequestedMails {
  constructor(
    private readonly commands: Commands,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Runs a command. Counts its mail only if an event is recorded that requires the mail. Refused and repeated
   * commands therefore do not count towards the limit.
   * @returns the NDA's revision afterwards
   * @throws RateLimited mail_limit; rate_limited if the mails of all unpaid NDAs together reached their
   * limit; RuleBroken with the codes of the command
   */
  async run(id: string, command: RequestedMailCommand, context: CommandContext): Promise<number> {
    const counted: CountedCall[] = [];
    const count = async (_: unknown, state: NdaState): Promise<void> => {
      // After a conflict the command is decided again, but its mail counts only once.
      if (counted.length > 0) return;
      const add = (call: CountedCall | undefined): void => void (call && counted.push(call));
      add(await this.limiter.count('mails', recipientOf(command, state)));
      if (!isAnythingPaid(state)) add(await this.limiter.count('allUnpaidMails', EVERYBODY));
    };
    let isRecorded = false;
    try {
      const { events, revision } = await this.commands.run(ndaDecider, id, command, context, {
        beforeAppend: count,
      });
      isRecorded = events.some(({ commandId }) => commandId === context.commandId);
      return revision;
    } finally {
      if (!isRecorded) await Promise.all(counted.map((call) => this.limiter.takeBack(call)));
    }
  }
}

/**
 * Returns the mailbox under which mails to the recipient are counted. Ignores a `+` in the address and the
 * characters after it.
 */
function recipientOf(command: RequestedMailCommand, { personal }: NdaState): string {
  if (personal === undefined) throw new RuleBroken('nda_erased');
  const address = command.type === 'RequestContinueLink' ? personal.party1Email : personal.party2Email;
  return countedMailboxOf(address);
}
