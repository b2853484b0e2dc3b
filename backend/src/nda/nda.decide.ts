import type { CommandContext } from '../eventsourcing/journal/event.js';
import { correctParty1Address, correctParty2Address } from './decide/correct.js';
import { createNda, discardNda } from './decide/create.js';
import {
  recordDeliveryFailure,
  recordDocumentSealed,
  recordDocumentSent,
  recordTimestamp,
} from './decide/deliver.js';
import {
  closeObligation,
  eraseNda,
  liftLegalHold,
  recordKeyDestroyed,
  setLegalHold,
} from './decide/erase.js';
import {
  cancelInvitation,
  expireInvitation,
  inviteParty2,
  openInvitation,
  recordInvitationSent,
} from './decide/invite.js';
import {
  recordMailBounced,
  recordMailDelivered,
  recordMailFailure,
  recordNoticeSent,
} from './decide/mail.js';
import {
  applyVoucher,
  givePaymentConsent,
  recordChargeback,
  recordPaymentFailure,
  recordPaymentIntent,
  recordPaymentSuccess,
  recordRefund,
  requestPayment,
} from './decide/pay.js';
import { endOtherAccess, grantCreatorAccess, requestContinueLink } from './decide/creator-access.js';
import { declineReminders, remindParty2 } from './decide/remind.js';
import type { Decide } from './decide/decide.js';
import { disputeSignature, signAsParty1, signAsParty2 } from './decide/sign.js';
import type { NdaCommand } from './nda.commands.js';
import type { NdaEvent } from './nda.events.js';
import type { NdaState } from './nda.state.js';
import { type AcceptedNdas, requireAccepted } from './rules/accepted-ndas.js';

type Rule<Type extends NdaCommand['type']> = {
  readonly reach: AcceptedNdas;
  readonly decide: Decide<Extract<NdaCommand, { type: Type }>>;
};
type Rules = { readonly [Type in NdaCommand['type']]: Rule<Type> };

const living = <Command>(decide: Decide<Command>) => ({ reach: 'living', decide }) as const;
const discarded = <Command>(decide: Decide<Command>) => ({ reach: 'discarded', decide }) as const;
/**
 * Accepts the command even after a discard or an erasure. The outcome of payments, refunds and mails that
 * were in progress must still be recorded (rule:after-erasure-only-facts).
 */
const always = <Command>(decide: Decide<Command>) => ({ reach: 'always', decide }) as const;

const rules: Rules = {
  CreateNda: always(createNda),
  DiscardNda: discarded(discardNda),
  RequestContinueLink: living(requestContinueLink),
  GrantCreatorAccess: living(grantCreatorAccess),
  EndOtherAccess: living(endOtherAccess),
  SignAsParty1: living(signAsParty1),
  SignAsParty2: living(signAsParty2),
  DisputeSignature: living(disputeSignature),
  RequestPayment: living(requestPayment),
  GivePaymentConsent: living(givePaymentConsent),
  RecordPaymentIntent: always(recordPaymentIntent),
  RecordPaymentSuccess: always(recordPaymentSuccess),
  RecordPaymentFailure: always(recordPaymentFailure),
  RecordRefund: always(recordRefund),
  RecordChargeback: always(recordChargeback),
  ApplyVoucher: living(applyVoucher),
  InviteParty2: living(inviteParty2),
  CorrectParty2Address: living(correctParty2Address),
  CorrectParty1Address: living(correctParty1Address),
  RecordInvitationSent: always(recordInvitationSent),
  OpenInvitation: living(openInvitation),
  CancelInvitation: living(cancelInvitation),
  ExpireInvitation: living(expireInvitation),
  RemindParty2: living(remindParty2),
  /** Declining is never refused, whatever the state of the NDA. */
  DeclineReminders: always(declineReminders),
  RecordNoticeSent: always(recordNoticeSent),
  RecordDocumentSealed: living(recordDocumentSealed),
  RecordDocumentSent: living(recordDocumentSent),
  RecordDeliveryFailure: living(recordDeliveryFailure),
  RecordTimestamp: living(recordTimestamp),
  RecordMailFailure: living(recordMailFailure),
  RecordMailDelivered: always(recordMailDelivered),
  RecordMailBounced: always(recordMailBounced),
  CloseObligation: always(closeObligation),
  SetLegalHold: discarded(setLegalHold),
  LiftLegalHold: discarded(liftLegalHold),
  EraseNda: always(eraseNda),
  RecordKeyDestroyed: always(recordKeyDestroyed),
};

/**
 * Returns the events that a command appends to an NDA in this state. The caller appends either all of these
 * events or none. Pure.
 * @throws RuleBroken `not_found`, `nda_erased`, `nda_discarded`, and the codes of each command
 */
export function decideNda(
  command: NdaCommand,
  state: NdaState,
  context: CommandContext,
): readonly NdaEvent[] {
  // Rules and commands have the same keys, but the type checker cannot pair a key with its own command.
  const { reach, decide } = rules[command.type] as { reach: AcceptedNdas; decide: Decide<NdaCommand> };
  if (command.type !== 'CreateNda') requireAccepted(reach, state);
  return decide(command, state, context);
}
