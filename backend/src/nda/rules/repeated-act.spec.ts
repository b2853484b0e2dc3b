import fc from 'fast-check';
import { answerTo } from '../../eventsourcing/journal/testing/given-when-then.js';
import { contextAt } from '../../eventsourcing/journal/testing/recorded.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { NdaCommand } from '../nda.commands.js';
import { decideNda } from '../nda.decide.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import { oneOfEachCommand } from '../testing/commands.js';
import { day, stateAfter } from '../testing/given.js';
import { type RandomHistory, randomHistories } from '../testing/histories.js';
import {
  inPersonComplete,
  inPersonPaid,
  inPersonSealed,
  remoteInvited,
  remotePaid,
  remoteSigned,
} from '../testing/sample-histories.js';
import {
  accessGranted,
  cancelled,
  completed,
  created,
  disputed,
  erased,
  expired,
  hashOf,
  invitationSent,
  invited,
  madeRemote,
  documentSent,
  opened,
  paid,
  party1Signed,
  party1SignedRemote,
  party2SignedRemotely,
  requested,
  TOKEN,
} from '../testing/samples.js';
import { invitationIsOpen } from './invitation.js';
import { repeatedAct } from './repeated-act.js';

const { SignAsParty1, SignAsParty2, ApplyVoucher, InviteParty2, CancelInvitation } = oneOfEachCommand;
const byLink = { ...SignAsParty2, channel: { kind: 'remote', tokenHash: TOKEN } } as const;
const automatically = invited({ trigger: 'payment' });

const repeated = (command: NdaCommand, ...events: readonly NdaEvent[]): boolean =>
  repeatedAct(command, stateAfter(...events), { at: day(0) }) !== undefined;

describe('an act that is repeated', () => {
  it.each<[string, NdaCommand, readonly NdaEvent[]]>([
    ['Party 1 signs', SignAsParty1, [created, party1Signed()]],
    [
      'Party 1 changes the mode',
      { ...SignAsParty1, mode: 'remote' },
      [created, party1Signed(), madeRemote(false)],
    ],
    [
      'Party 1 changes the mode without another image',
      { ...SignAsParty1, mode: 'remote', signatureHash: undefined },
      [created, party1Signed(), madeRemote(false)],
    ],
    ['Party 2 signs', SignAsParty2, inPersonComplete],
    ['Party 2 signs through the link', byLink, remoteSigned],
    ['a voucher pays', ApplyVoucher, inPersonPaid],
    ['Party 2 is invited', InviteParty2, remoteInvited],
    ['an invitation is cancelled', CancelInvitation, [...remoteInvited, cancelled()]],
  ])('is recognized: %s', (_, command, events) => expect(repeated(command, ...events)).toBe(true));

  it('is recognized, whatever the service has done by itself since', () => {
    expect(repeated(ApplyVoucher, ...inPersonSealed, documentSent(1))).toBe(true);
    expect(repeated(ApplyVoucher, ...remotePaid, automatically, invitationSent, expired)).toBe(true);
  });

  it.each<[string, NdaCommand, readonly NdaEvent[]]>([
    ['another image', { ...SignAsParty1, signatureHash: hashOf('7') }, [created, party1Signed()]],
    ['no image', { ...SignAsParty1, signatureHash: undefined }, [created, party1Signed()]],
    ['another mode', { ...SignAsParty1, mode: 'remote' }, [created, party1Signed()]],
    ['another payer', { ...SignAsParty1, party1PaysForBoth: true }, [created, party1Signed()]],
    ['another text', { ...SignAsParty1, agreementHash: hashOf('b') }, [created, party1Signed()]],
    ['no hash of the text', { ...SignAsParty1, agreementHash: undefined }, [created, party1Signed()]],
    ['another image of Party 2', { ...SignAsParty2, signatureHash: hashOf('7') }, inPersonComplete],
    ['another text of Party 2', { ...SignAsParty2, agreementHash: hashOf('b') }, inPersonComplete],
    ['another channel', SignAsParty2, remoteSigned],
    ['another link', { ...byLink, channel: { kind: 'remote', tokenHash: hashOf('8') } }, remoteSigned],
    ['another voucher', { ...ApplyVoucher, voucherId: 'another' }, inPersonPaid],
    ['another party', { ...ApplyVoucher, party: 2 }, inPersonPaid],
  ])('is not recognized with other content: %s', (_, command, events) =>
    expect(repeated(command, ...events)).toBe(false),
  );

  it.each<[string, NdaCommand, readonly NdaEvent[]]>([
    ['asked for a payment', SignAsParty1, [created, party1Signed(), requested(199)]],
    ['changed the mode', SignAsParty1, [created, party1Signed(), madeRemote(false)]],
    ['signed as Party 2', SignAsParty1, inPersonComplete],
    ['paid', SignAsParty2, inPersonPaid],
    [
      'paid by card',
      { ...SignAsParty1, mode: 'remote' },
      [created, party1SignedRemote, requested(398), paid(398)],
    ],
    ['given another browser access', ApplyVoucher, [...inPersonPaid, accessGranted]],
    ['used the link', InviteParty2, [...remoteInvited, opened()]],
    ['signed through the link', InviteParty2, [...remoteInvited, party2SignedRemotely, completed]],
    ['disputed it', byLink, [...remoteSigned, disputed]],
    ['erased it', SignAsParty1, [created, party1Signed(), erased]],
  ])('is not recognized if somebody has since %s', (_, command, events) =>
    expect(repeated(command, ...events)).toBe(false),
  );

  it('is not recognized if the service made the invitation, or if the invitation is over', () => {
    expect(repeated(InviteParty2, ...remotePaid, automatically)).toBe(false);
    expect(repeated(InviteParty2, ...remoteInvited, expired)).toBe(false);
    expect(repeatedAct(InviteParty2, stateAfter(...remoteInvited), { at: day(14) })).toBeUndefined();
  });

  it('is not recognized for a reminder: each is a new act', () =>
    expect(repeated({ type: 'RemindParty2', kind: 'manual' }, ...remoteInvited)).toBe(false));
});

/** Types of the commands that people give, and of the command that records a payment. */
const OF_PEOPLE: readonly NdaCommand['type'][] = [
  'CreateNda',
  'DiscardNda',
  'SignAsParty1',
  'SignAsParty2',
  'RequestPayment',
  'RecordPaymentSuccess',
  'ApplyVoucher',
  'InviteParty2',
  'CorrectParty2Address',
  'CorrectParty1Address',
  'OpenInvitation',
  'RemindParty2',
  'DeclineReminders',
  'CancelInvitation',
  'RequestContinueLink',
  'GrantCreatorAccess',
  'EndOtherAccess',
  'DisputeSignature',
  'CloseObligation',
  'SetLegalHold',
  'LiftLegalHold',
  'EraseNda',
];
const ANSWERED_AGAIN: readonly NdaCommand['type'][] = [
  'SignAsParty1',
  'SignAsParty2',
  'ApplyVoucher',
  'InviteParty2',
  'CancelInvitation',
];

/**
 * True if the event records an act of a person. Scheduled commands, commands that a payment triggers, and
 * payments that the rules do not count are not acts of a person.
 */
const isAct = (command: NdaCommand, event: NdaEvent): boolean =>
  OF_PEOPLE.includes(command.type) &&
  !(command.type === 'InviteParty2' && command.trigger === 'payment') &&
  !(command.type === 'RemindParty2' && command.kind !== 'manual') &&
  !(command.type === 'RecordPaymentSuccess' && event.type !== 'PaymentSucceeded');

interface Moment {
  readonly state: NdaState;
  readonly last: { readonly command: NdaCommand; readonly id: string } | undefined;
}

/** Returns one entry for each command: the state after the command, and the last act of a person by then. */
function moments({ steps, end }: RandomHistory): readonly Moment[] {
  let last: Moment['last'];
  return steps.flatMap(({ command, event }, index) => {
    if (isAct(command, event)) last = { command, id: event.commandId };
    const next = steps[index + 1];
    return next?.event.commandId === event.commandId ? [] : [{ state: next?.before ?? end, last }];
  });
}

const addsNothing = (command: NdaCommand, state: NdaState): boolean => {
  try {
    return decideNda(command, state, contextAt(state.lastAt)).length === 0;
  } catch (error) {
    if (error instanceof RuleBroken) return true;
    throw error;
  }
};

describe('in every history of an NDA', () => {
  const holds = (check: (moment: Moment, history: RandomHistory) => void) =>
    fc.assert(
      fc.property(randomHistories, (history) => {
        for (const moment of moments(history)) check(moment, history);
      }),
      { numRuns: 60 },
    );

  it('the last act of a person gets its own result again when repeated, and appends nothing', () =>
    holds(({ state, last }) => {
      if (last === undefined || !ANSWERED_AGAIN.includes(last.command.type)) return;
      if (last.command.type === 'InviteParty2' && !invitationIsOpen(state, state.lastAt)) return;
      const context = contextAt(state.lastAt);
      expect(repeatedAct(last.command, state, context)).toBe(last.id);
      expect(answerTo({ decide: decideNda, repeats: repeatedAct }, last.command, state, context)).toEqual([]);
    }));

  it('a command counts as a repetition only if it would change nothing and no other act followed', () =>
    holds(({ state, last }, { steps }) => {
      for (const command of new Set(steps.map((step) => step.command))) {
        const earlier = repeatedAct(command, state, { at: state.lastAt });
        if (earlier === undefined) continue;
        expect([last?.id, last?.command.type]).toEqual([earlier, command.type]);
        expect(addsNothing(command, state)).toBe(true);
      }
    }));
});
