import type { Party } from '@siegel/contracts/enums';
import type { NdaEvent } from '../../nda/nda.events.js';

/**
 * Of which parties an event may make an intent unwanted that was open before. Whether one was, the look tells; what
 * is found later of an attempt, the sweep finds.
 */
export function mayLeaveUnwanted({ type, open }: NdaEvent): readonly Party[] {
  switch (type) {
    case 'PaymentRequested':
    case 'PaymentSucceeded':
      return open.attempt > 1 ? [open.party] : [];
    case 'VoucherApplied':
      return [open.party];
    case 'InvitationCancelled':
    case 'Party2AddressCorrected':
      return [2];
    case 'SigningMadeRemote':
    case 'SigningMadeInPerson':
    case 'InvitationExpired':
    case 'NdaErased':
      return [1, 2];
    default:
      return [];
  }
}
