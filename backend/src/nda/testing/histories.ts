import fc from 'fast-check';
import type { MailKind } from '@siegel/contracts/enums';
import { AUTOMATIC_REMINDERS, type AutomaticReminder } from '@siegel/contracts/limits';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { answerTo } from '../../eventsourcing/journal/testing/given-when-then.js';
import { contextAt, recorded } from '../../eventsourcing/journal/testing/recorded.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { NdaCommand } from '../nda.commands.js';
import type { NdaEvent } from '../nda.events.js';
import { ndaDecider } from '../nda.decider.js';
import type { NdaState } from '../nda.state.js';
import { oneOfEachCommand } from './commands.js';
import { day, NDA_ID } from './given.js';
import { attempt, type Choose, link, only, party, tokenOf } from './random-choices.js';
import {
  requestPayment,
  intent,
  consent,
  success,
  failure,
  refund,
  chargeback,
  voucher,
} from './random-payments.js';
import { document, DOCUMENT_HASH, hashOf, SIGNATURE_1, TOKEN } from './samples.js';

// Generates random histories of an NDA by applying commands in any order. A command that the rules refuse
// adds no event.

/** One event with the state before it, and the command that appended it. */
export interface HistoryStep {
  readonly before: NdaState;
  readonly command: NdaCommand;
  readonly event: Recorded<NdaEvent>;
}
export interface RandomHistory {
  readonly steps: readonly HistoryStep[];
  /**
   * Maps the id of each payment intent to the cents received. The amount comes from the first payment report
   * for the intent that the rules accepted.
   */
  readonly received: ReadonlyMap<string, number>;
  readonly end: NdaState;
}

interface ChosenCommand {
  readonly choose: Choose;
  /** Days that pass before the command. */
  readonly days: number;
}

const signAsParty1 = fc
  .record({
    mode: fc.constantFrom('in-person', 'remote', 'remote', undefined),
    flag: fc.constantFrom(true, false, undefined),
    signatureHash: fc.constantFrom(SIGNATURE_1, SIGNATURE_1, undefined),
  })
  .map(
    ({ mode, flag, signatureHash }): Choose =>
      () => ({ ...oneOfEachCommand.SignAsParty1, mode, party1PaysForBoth: flag, signatureHash }),
  );

const signByLink = link.map(
  (which): Choose =>
    (state) => ({
      ...oneOfEachCommand.SignAsParty2,
      channel: { kind: 'remote', tokenHash: tokenOf(which, state) },
    }),
);
const open = fc.record({ which: link, visitor: fc.constantFrom('v1', 'v2') }).map(
  ({ which, visitor }): Choose =>
    (state) => ({ ...oneOfEachCommand.OpenInvitation, tokenHash: tokenOf(which, state), visitor }),
);

const invite = fc.constantFrom<'creator' | 'payment'>('creator', 'payment').map(
  (trigger): Choose =>
    (_, step) => ({ type: 'InviteParty2', tokenHash: `token-${step}`, linkId: `link-${step}`, trigger }),
);
const correct = fc.constantFrom('b@example.org', 'c@example.org', 'd@example.org').map(
  (party2Email): Choose =>
    (_, step) => ({
      type: 'CorrectParty2Address',
      party2Email,
      tokenHash: `token-${step}`,
      linkId: `link-${step}`,
    }),
);
const correctOwn = fc.constantFrom('f@example.org', 'g@example.org').map(
  (party1Email): Choose =>
    () => ({ type: 'CorrectParty1Address', party1Email }),
);
const AUTOMATIC = Object.keys(AUTOMATIC_REMINDERS) as AutomaticReminder[];
const remind = fc.constantFrom('manual', 'manual', ...AUTOMATIC).map(
  (kind): Choose =>
    () => ({ type: 'RemindParty2', kind }),
);
const decline = fc.constantFrom(1, 2, 3).map(
  (address): Choose =>
    () => ({ type: 'DeclineReminders', address }),
);
const invitationSent = fc
  .record({
    messageId: fc.constantFrom('m1', 'm2', 'm3'),
    fate: fc.constantFrom('accepted', 'unknown'),
    which: link,
  })
  .map(
    ({ messageId, fate, which }): Choose =>
      (state) => ({
        type: 'RecordInvitationSent',
        invitation: state.invitations,
        messageId,
        fate,
        tokenHash: tokenOf(which, state),
      }),
  );

const seal = fc.constant<Choose>((state) => ({
  type: 'RecordDocumentSealed',
  document: document({ asOfRevision: state.dueAtRevision ?? 0 }),
}));
const documentSent = party.map(
  (of): Choose =>
    () => ({
      type: 'RecordDocumentSent',
      party: of,
      messageId: `document-${of}`,
      documentHash: DOCUMENT_HASH,
    }),
);
const dispute = party.map(
  (of): Choose =>
    () => ({ type: 'DisputeSignature', party: of }),
);

const mail = fc.record({
  kind: fc.constantFrom<MailKind>('invitation', 'reminder', 'document', 'correction', 'continue'),
  party,
});
const mailFailure = fc.record({ mail, about: fc.constantFrom('e1', 'e2'), attempt }).map(
  ({ mail: { kind, party: of }, about, attempt: nth }): Choose =>
    () => ({
      type: 'RecordMailFailure',
      failure: { kind, party: of, about, code: 'mail_unreachable', permanent: false, attempt: nth },
    }),
);
const mailReport = fc
  .record({ mail, messageId: fc.constantFrom('m1', 'm2', 'm3'), isBounce: fc.boolean() })
  .map(
    ({ mail: { kind, party: of }, messageId, isBounce }): Choose =>
      () =>
        isBounce
          ? { ...oneOfEachCommand.RecordMailBounced, kind, party: of, messageId }
          : { type: 'RecordMailDelivered', kind, party: of, messageId },
  );
const notice = fc
  .record({
    kind: fc.constantFrom('reminder', 'cancellation', 'correction', 'continue'),
    about: fc.constantFrom('e1', 'e2'),
    messageId: fc.constantFrom('m1', 'm2', 'm3'),
  })
  .map(
    ({ kind, about, messageId }): Choose =>
      () => ({
        type: 'RecordNoticeSent',
        notice: kind,
        party: kind === 'continue' ? 1 : 2,
        about,
        messageId,
      }),
  );
const requestLink = fc.constant<Choose>((_, step) => ({
  type: 'RequestContinueLink',
  linkId: `continue-${step}`,
}));
const grant = fc.record({ link: fc.constantFrom(1, 1, 2, 3), key: fc.constantFrom('9', '8') }).map(
  ({ link: number, key }): Choose =>
    () => ({ type: 'GrantCreatorAccess', creatorKeyHash: hashOf(key), link: number }),
);
const endOthers = fc.constantFrom('c', '9', '8').map(
  (key): Choose =>
    () => ({ type: 'EndOtherAccess', kept: hashOf(key) }),
);

const usual = fc.oneof(
  { weight: 6, arbitrary: signAsParty1 },
  { weight: 4, arbitrary: only('SignAsParty2') },
  { weight: 6, arbitrary: signByLink },
  { weight: 5, arbitrary: requestPayment },
  { weight: 3, arbitrary: intent },
  { weight: 2, arbitrary: consent },
  { weight: 7, arbitrary: success },
  { weight: 2, arbitrary: failure },
  { weight: 2, arbitrary: refund },
  { weight: 1, arbitrary: chargeback },
  { weight: 3, arbitrary: voucher },
  { weight: 7, arbitrary: invite },
  { weight: 2, arbitrary: correct },
  { weight: 2, arbitrary: correctOwn },
  { weight: 5, arbitrary: invitationSent },
  { weight: 2, arbitrary: open },
  { weight: 6, arbitrary: remind },
  { weight: 1, arbitrary: decline },
  { weight: 3, arbitrary: only('CancelInvitation') },
  { weight: 2, arbitrary: only('ExpireInvitation') },
  { weight: 5, arbitrary: seal },
  { weight: 6, arbitrary: documentSent },
  { weight: 1, arbitrary: only('RecordDeliveryFailure') },
  { weight: 1, arbitrary: only('RecordTimestamp') },
  { weight: 1, arbitrary: notice },
  { weight: 2, arbitrary: mailFailure },
  { weight: 1, arbitrary: mailReport },
  { weight: 2, arbitrary: requestLink },
  { weight: 3, arbitrary: grant },
  { weight: 1, arbitrary: endOthers },
  { weight: 1, arbitrary: dispute },
);
/** Closes the first or the last open obligation, or one that does not exist. */
const close = fc.constantFrom('first', 'last', 'last', 'none').map(
  (which): Choose =>
    ({ obligations: { open } }) => {
      const about = which === 'none' ? 'none' : (open.at(which === 'first' ? 0 : -1)?.id ?? 'none');
      return { ...oneOfEachCommand.CloseObligation, about };
    },
);
const rare = fc.oneof(
  only('CreateNda'),
  only('DiscardNda'),
  close,
  only('SetLegalHold'),
  only('LiftLegalHold'),
  only('EraseNda'),
  only('RecordKeyDestroyed'),
);

const step: fc.Arbitrary<ChosenCommand> = fc.record({
  choose: fc.oneof({ weight: 14, arbitrary: usual }, { weight: 1, arbitrary: rare }),
  days: fc.constantFrom(0, 0, 0, 0, 0, 0.1, 1, 2.5, 4),
});

const steps = fc.array(step, { minLength: 5, maxLength: 60, size: 'max' });
const at = (choose: Choose): ChosenCommand => ({ choose, days: 0 });
const creation: readonly ChosenCommand[] = [at(() => oneOfEachCommand.CreateNda)];
/**
 * The commands from the creation to an invitation that Party 2 has received. Each party pays its own share,
 * and Party 2 has asked to pay.
 */
const invitation: readonly ChosenCommand[] = [
  ...creation,
  at(() => ({ ...oneOfEachCommand.SignAsParty1, mode: 'remote', party1PaysForBoth: false })),
  at(() => oneOfEachCommand.ApplyVoucher),
  at(() => oneOfEachCommand.InviteParty2),
  at(() => ({ ...oneOfEachCommand.RecordInvitationSent, tokenHash: TOKEN })),
  at(() => ({ ...oneOfEachCommand.RequestPayment, party: 2, tokenHash: TOKEN })),
];

/**
 * Histories that are long enough to reach an end. A history begins with the creation or with an invitation,
 * because few histories would reach an invitation by chance. 5 to 60 random commands follow.
 */
export const randomHistories: fc.Arbitrary<RandomHistory> = fc
  .record({ beginning: fc.constantFrom(creation, creation, invitation), steps })
  .map((drawn) => historyOf([...drawn.beginning, ...drawn.steps]));

function historyOf(commands: readonly ChosenCommand[]): RandomHistory {
  const appended: HistoryStep[] = [];
  const received = new Map<string, number>();
  let state = ndaDecider.initial;
  let days = 0;
  commands.forEach(({ choose, days: passed }, index) => {
    days += passed;
    const at = day(days);
    const command = choose(state, index);
    const events = decided(command, state, at);
    if (events === undefined) return;
    if (command.type === 'RecordPaymentSuccess' && !received.has(command.paymentIntentId))
      received.set(command.paymentIntentId, command.amount);
    for (const event of events) {
      const fact = recorded(event, {
        stream: ndaDecider.stream(NDA_ID),
        revision: state.revision + 1,
        at,
        commandId: `command-${index}`,
      });
      appended.push({ before: state, command, event: fact });
      state = ndaDecider.evolve(state, fact);
    }
  });
  return { steps: appended, received, end: state };
}

/**
 * Returns the events of the command; undefined if the rules refuse it. Any other exception fails the test.
 */
function decided(command: NdaCommand, state: NdaState, at: string): readonly NdaEvent[] | undefined {
  try {
    return answerTo(ndaDecider, command, state, contextAt(at));
  } catch (error) {
    if (error instanceof RuleBroken) return undefined;
    throw error;
  }
}
