import { RuleBroken } from '../../platform/rule-broken.js';
import type { EraseNda, LiftLegalHold, RecordKeyDestroyed, SetLegalHold } from '../nda.commands.js';
import { isSomethingOwed } from '../nda.rules.js';
import { type Decide, timeOf } from './require.js';

export const setLegalHold: Decide<SetLegalHold> = ({ reason }, state) =>
  state.legalHold ? [] : [{ type: 'LegalHoldSet', open: {}, personal: { reason } }];

export const liftLegalHold: Decide<LiftLegalHold> = ({ reason }, state) =>
  state.legalHold ? [{ type: 'LegalHoldLifted', open: {}, personal: { reason } }] : [];

/**
 * Destroying the key is owed from here (rule:erasure-destroys-the-key). Retention waits, quietly, while
 * something is owed (rule:retention-waits).
 * @throws legal_hold
 */
export const eraseNda: Decide<EraseNda> = ({ reason, unsignedOnly = false }, state, context) => {
  if (state.erasedAt !== null || (unsignedOnly && state.party1 !== undefined)) return [];
  if (state.legalHold) throw new RuleBroken('legal_hold');
  if (reason === 'retention' && isSomethingOwed(state, timeOf(state, context))) return [];
  return [{ type: 'NdaErased', open: { reason } }];
};

/** @throws not_found: no erasure was decided */
export const recordKeyDestroyed: Decide<RecordKeyDestroyed> = (
  { keyId, destroyedAt, receiptKeyId, receiptSignature },
  state,
) => {
  if (state.erasedAt === null) throw new RuleBroken('not_found');
  if (state.keyDestroyedAt !== null) return [];
  return [{ type: 'NdaKeyDestroyed', open: { keyId, destroyedAt, receiptKeyId, receiptSignature } }];
};
