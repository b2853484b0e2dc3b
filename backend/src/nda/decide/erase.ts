import { isClosable } from '@siegel/contracts/enums';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type {
  CloseObligation,
  EraseNda,
  LiftLegalHold,
  RecordKeyDestroyed,
  SetLegalHold,
} from '../nda.commands.js';
import { isOldDraft, isRetentionOver, isSomethingOwed } from '../rules/retention.js';
import { timeOf } from '../rules/time.js';
import type { Decide } from './decide.js';

/**
 * Records once that the obligation is closed. This is recorded even after an erasure, because a refund may
 * still be owed. If the obligation has already ended, nothing is appended (rule:obligations-are-closed). The
 * note is personal. After an erasure the note is dropped, because nothing can be sealed any more.
 * @throws `not_found` if there is no such obligation, `not_closable` if the service ends this obligation
 * automatically
 */
export const closeObligation: Decide<CloseObligation> = ({ about, by, note }, { erasedAt, obligations }) => {
  const matching = obligations.open.filter(({ id }) => id === about);
  if (!matching.some(({ kind }) => isClosable(kind))) {
    if (obligations.over.includes(about)) return [];
    throw new RuleBroken(matching.length === 0 ? 'not_found' : 'not_closable');
  }
  const open = { about, by };
  return [
    note === undefined || erasedAt !== null
      ? { type: 'ObligationClosed', open }
      : { type: 'ObligationClosed', open, personal: { note } },
  ];
};

/**
 * Bars erasure for every caller until the hold is lifted (rule:legal-hold). If the hold is set again, the
 * first reason is kept.
 */
export const setLegalHold: Decide<SetLegalHold> = ({ reason }, state) =>
  state.legalHoldSince !== null ? [] : [{ type: 'LegalHoldSet', open: {}, personal: { reason } }];

export const liftLegalHold: Decide<LiftLegalHold> = ({ reason }, state) => {
  if (state.legalHoldSince === null) return [];
  const lifted = { type: 'LegalHoldLifted', open: {} } as const;
  return [reason === undefined ? lifted : { ...lifted, personal: { reason } }];
};

/**
 * Once NdaErased is appended, the service owes the destruction of the key (rule:erasure-destroys-the-key). An
 * erasure for retention appends nothing while something is owed (rule:retention-waits). An NDA that was
 * erased before a restore is erased again even if the restored log has a legal hold
 * (rule:erasures-survive-a-restore).
 * @throws legal_hold
 */
export const eraseNda: Decide<EraseNda> = ({ reason, unsignedFor, pastTime }, state, context) => {
  if (state.erasedAt !== null) return [];
  const at = timeOf(state, context);
  if (unsignedFor !== undefined && !isOldDraft(state, at, unsignedFor)) return [];
  if (pastTime !== undefined && !isRetentionOver(state, at, pastTime)) return [];
  if (state.legalHoldSince !== null && reason !== 'restored') throw new RuleBroken('legal_hold');
  if (reason === 'retention' && isSomethingOwed(state, at)) return [];
  return [{ type: 'NdaErased', open: { reason } }];
};

/** @throws not_found: no erasure was decided */
export const recordKeyDestroyed: Decide<RecordKeyDestroyed> = (command, state) => {
  const { type: _, ...open } = command;
  if (state.erasedAt === null) throw new RuleBroken('not_found');
  if (state.keyDestroyedAt !== null) return [];
  return [{ type: 'NdaKeyDestroyed', open }];
};
