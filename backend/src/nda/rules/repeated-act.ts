import { ownMember } from '@siegel/contracts/own-members';
import type { CommandContext, Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaCommand, SignAsParty1 } from '../nda.commands.js';
import type { NdaEvent } from '../nda.events.js';
import type { LastAct, NdaState } from '../nda.state.js';
import { handle, type HandlerPerEvent } from './each-event.js';
import { invitationIsOpen } from './invitation.js';
import { isSameAgreement, party1Signed, party2Signed, signingChanged } from './signing.js';
import { timeOf } from './time.js';

type ActingSide = 'party' | 'operator' | 'service';
const ofParty = (): ActingSide => 'party';
const ofOperator = (): ActingSide => 'operator';
const ofService = (): ActingSide => 'service';

/**
 * Has one function for each event type. The function returns who acted. If the service appends an event
 * automatically or as a consequence of another event, the service acted. A payment is an act of the payer,
 * although the provider reports it.
 */
const ACTING_SIDES: HandlerPerEvent<[], ActingSide> = {
  NdaCreated: ofParty,
  NdaDiscarded: ofParty,
  Party1Signed: ofParty,
  SigningMadeRemote: ofParty,
  SigningMadeInPerson: ofParty,
  Party2Signed: ofParty,
  NdaCompleted: ofService,
  PaymentRequested: ofParty,
  PaymentIntentOpened: ofService,
  PaymentSucceeded: ofParty,
  PaymentFailed: ofService,
  VoucherApplied: ofParty,
  PaymentMismatched: ofService,
  RefundDue: ofService,
  PaymentRefunded: ofService,
  PaymentChargedBack: ofService,
  PaymentConsentGiven: ofService,
  Party2Invited: ({ open }) => (open.trigger === 'creator' ? 'party' : 'service'),
  Party2AddressCorrected: ofParty,
  Party1AddressCorrected: ofParty,
  InvitationSent: ofService,
  NoticeSent: ofService,
  InvitationOpened: ofParty,
  ReminderSent: ({ open }) => (open.kind === 'manual' ? 'party' : 'service'),
  RemindersDeclined: ofParty,
  InvitationCancelled: ofParty,
  InvitationExpired: ofService,
  DocumentSealed: ofService,
  DocumentSent: ofService,
  DeliveryFailed: ofService,
  DocumentTimestamped: ofService,
  NdaSent: ofService,
  MailFailed: ofService,
  MailDelivered: ofService,
  MailBounced: ofService,
  ContinueLinkRequested: ofParty,
  CreatorAccessGranted: ofParty,
  CreatorAccessEnded: ofParty,
  SignatureDisputed: ofParty,
  ObligationClosed: ofOperator,
  LegalHoldSet: ofOperator,
  LegalHoldLifted: ofOperator,
  NdaErased: ofOperator,
  NdaKeyDestroyed: ofService,
};
const actingSideOf = (event: Recorded<NdaEvent>): ActingSide => handle(ACTING_SIDES, event) ?? 'service';

/**
 * Returns the time of the last act of a party once `event` is included; ISO 8601 UTC.
 * @param before the time without `event`
 */
export const lastPartyActAfter = (before: string, event: Recorded<NdaEvent>): string =>
  actingSideOf(event) === 'party' ? event.at : before;

/**
 * Returns the last act of a person once `event` is included. The result contains no personal data.
 * @param before the last act without `event`
 */
export function lastActAfter(before: LastAct | undefined, event: Recorded<NdaEvent>): LastAct | undefined {
  if (actingSideOf(event) === 'service') return before;
  // The type and the open part come from the same event, so they match, but the type checker cannot see that.
  return { commandId: event.commandId, ...({ type: event.type, open: event.open } as NdaEvent) };
}

type Repeats<Command> = (command: Command, last: LastAct, state: NdaState, at: string) => boolean;

/**
 * Functions that return true if a command would record the same event as the last act. A command type has no
 * function in three cases: a repeated command appends nothing anyway, the command does not come from a
 * person, or each command is a new act (a reminder).
 */
const repeats: { readonly [T in NdaCommand['type']]?: Repeats<Extract<NdaCommand, { type: T }>> } = {
  SignAsParty1: (command, last, state) =>
    isSameAgreement(state, command.agreementHash) &&
    (last.type === 'Party1Signed'
      ? isSameSignature(command, last, state)
      : recordsSame(last, signingChanged(command, state))),
  SignAsParty2: (command, last, state) =>
    isSameAgreement(state, command.agreementHash) &&
    recordsSame(last, party2Signed(command, state)) &&
    state.party2?.signatureHash === command.signatureHash,
  ApplyVoucher: ({ party, voucherId }, last) =>
    last.type === 'VoucherApplied' && last.open.party === party && last.open.voucherId === voucherId,
  InviteParty2: ({ trigger }, last, state, at) =>
    trigger === 'creator' && last.type === 'Party2Invited' && invitationIsOpen(state, at),
  CancelInvitation: (_, last) => last.type === 'InvitationCancelled',
};

/**
 * True if the command repeats Party 1's signature. A command without an image changes mode or payer, so it
 * does not repeat the signature.
 */
const isSameSignature = (command: SignAsParty1, last: LastAct, state: NdaState): boolean => {
  const { signatureHash } = command;
  return (
    signatureHash !== undefined &&
    state.party1?.signatureHash === signatureHash &&
    recordsSame(last, party1Signed({ ...command, signatureHash }, state))
  );
};

const recordsSame = (last: LastAct, { type, open }: NdaEvent): boolean =>
  last.type === type && Object.entries(open).every(([name, value]) => ownMember(last.open, name) === value);

/**
 * Returns the id of the earlier command if this command repeats the last act of a person. A person may repeat
 * an act because the response was lost. The person then gets the response to the earlier command
 * (rule:same-act-same-answer).
 */
export function repeatedAct(
  command: NdaCommand,
  state: NdaState,
  context: Pick<CommandContext, 'at'>,
): string | undefined {
  // `repeats` has a function that takes exactly this type of command, but the type checker cannot infer that.
  const isRepeated = repeats[command.type] as Repeats<NdaCommand> | undefined;
  const { lastAct } = state;
  if (isRepeated === undefined || lastAct === undefined) return undefined;
  return isRepeated(command, lastAct, state, timeOf(state, context)) ? lastAct.commandId : undefined;
}
