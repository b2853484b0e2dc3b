import type { CommandContext, Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaCommand, SignAsParty1 } from '../nda.commands.js';
import type { NdaEvent } from '../nda.events.js';
import type { LastAct, NdaState } from '../nda.state.js';
import { askedOf, type AskedOfEachEvent } from './each-event.js';
import { invitationIsOpen } from './invitation.js';
import { isSameAgreement, party1Signed, party2Signed, signingChanged } from './signing.js';
import { timeOf } from './time.js';

type Doer = 'party' | 'operator' | 'service';
const ofParty = (): Doer => 'party';
const ofOperator = (): Doer => 'operator';
const ofService = (): Doer => 'service';

/**
 * Whose act an event tells of. What the service appends by itself, or in consequence, is its own. A payment is the
 * act of whoever paid, though it is the provider that reports it.
 */
const DOERS: AskedOfEachEvent<[], Doer> = {
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
const doerOf = (event: Recorded<NdaEvent>): Doer => askedOf(DOERS, event) ?? 'service';

/** When a party last did something, after one more event; ISO 8601 UTC. */
export const lastPartyActAfter = (before: string, event: Recorded<NdaEvent>): string =>
  doerOf(event) === 'party' ? event.at : before;

/** The last act of a person after one more event; nothing of it is personal. */
export function lastActAfter(before: LastAct | undefined, event: Recorded<NdaEvent>): LastAct | undefined {
  if (doerOf(event) === 'service') return before;
  // An event's type and its open part belong together; that the union knows it still is beyond the checker.
  return { commandId: event.commandId, ...({ type: event.type, open: event.open } as NdaEvent) };
}

type Repeats<Command> = (command: Command, last: LastAct, state: NdaState, at: string) => boolean;

/**
 * By command, whether it would record what the last act recorded. The others need no answer: they stay quiet
 * by themselves when repeated, are not given by people, or are meant anew each time (a reminder).
 */
const repeats: { readonly [T in NdaCommand['type']]?: Repeats<Extract<NdaCommand, { type: T }>> } = {
  SignAsParty1: (command, last, state) =>
    isSameAgreement(state, command.agreementHash) &&
    (last.type === 'Party1Signed'
      ? isSameSignature(command, last, state)
      : says(last, signingChanged(command, state))),
  SignAsParty2: (command, last, state) =>
    isSameAgreement(state, command.agreementHash) &&
    says(last, party2Signed(command, state)) &&
    state.party2?.signatureHash === command.signatureHash,
  ApplyVoucher: ({ party, voucherId }, last) =>
    last.type === 'VoucherApplied' && last.open.party === party && last.open.voucherId === voucherId,
  InviteParty2: ({ trigger }, last, state, at) =>
    trigger === 'creator' && last.type === 'Party2Invited' && invitationIsOpen(state, at),
  CancelInvitation: (_, last) => last.type === 'InvitationCancelled',
};

/** One that names no image is asked to change something. */
const isSameSignature = (command: SignAsParty1, last: LastAct, state: NdaState): boolean => {
  const { signatureHash } = command;
  return (
    signatureHash !== undefined &&
    state.party1?.signatureHash === signatureHash &&
    says(last, party1Signed({ ...command, signatureHash }, state))
  );
};

const says = (last: LastAct, { type, open }: NdaEvent): boolean =>
  last.type === type && Object.entries(open).every(([name, value]) => Reflect.get(last.open, name) === value);

/**
 * The id of the command that did the same already, where nobody has done anything since
 * (rule:same-act-same-answer): whoever repeats an act whose answer was lost is to have that answer.
 */
export function repeatedAct(
  command: NdaCommand,
  state: NdaState,
  context: Pick<CommandContext, 'at'>,
): string | undefined {
  // Both have the same keys; only the pairing of one key with its own command is beyond the checker.
  const isRepeated = repeats[command.type] as Repeats<NdaCommand> | undefined;
  const { lastAct } = state;
  if (isRepeated === undefined || lastAct === undefined) return undefined;
  return isRepeated(command, lastAct, state, timeOf(state, context)) ? lastAct.commandId : undefined;
}
