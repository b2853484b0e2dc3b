import type { Recorded } from '../eventsourcing/journal/event.js';
import { keptPart, type SealedPart } from '../eventsourcing/projections/sealed-part.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';

/**
 * The sealed parts that are opened for a view of the agreement, by name. Each of them is the sealed part of
 * one event.
 */
export type SealedParts = { readonly [Name in PartName]?: SealedPart };

export type PartName =
  | 'created'
  | 'party1Signed'
  | 'party2Signed'
  | 'ownAddress'
  | 'address'
  | 'voucher'
  | 'bounce1'
  | 'bounce2'
  | 'legalHold';

/**
 * Returns the name of an event's sealed part; undefined if no view needs the part. @param state the state
 * after the event
 */
function nameOf(event: Recorded<NdaEvent>, state: NdaState): PartName | undefined {
  switch (event.type) {
    case 'NdaCreated':
      return 'created';
    case 'Party1Signed':
      return 'party1Signed';
    case 'Party2Signed':
      return 'party2Signed';
    case 'Party1AddressCorrected':
      return 'ownAddress';
    case 'Party2AddressCorrected':
      return 'address';
    case 'VoucherApplied':
      return event.open.party === 1 ? 'voucher' : undefined;
    case 'MailBounced': {
      const { party, messageId } = event.open;
      return state.delivery.recipients[party].messageId === messageId ? `bounce${party}` : undefined;
    }
    case 'LegalHoldSet':
      return 'legalHold';
    default:
      return undefined;
  }
}

/**
 * Returns the agreement's sealed parts after one more event. After an erasure there are none.
 * @param state the state after the event
 */
export function sealedAfter(before: SealedParts, event: Recorded<NdaEvent>, state: NdaState): SealedParts {
  if (state.erasedAt !== null) return NO_PARTS;
  const name = event.sealed === undefined ? undefined : nameOf(event, state);
  if (event.sealed === undefined || name === undefined) return before;
  return { ...before, [name]: keptPart(event.sealed) };
}

export const NO_PARTS: SealedParts = {};
