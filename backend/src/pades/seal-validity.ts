import { DAY_MS } from '@siegel/contracts/limits';
import type { SealIdentity } from './seal-identity.js';

export type SealCondition = 'valid' | 'expires_soon' | 'expired' | 'not_yet_valid';

/** A certificate should be renewed this many milliseconds before it expires: 30 days. */
const SOON = 30 * DAY_MS;

/** Period in which a certificate may be used; both limits are included. */
export type Validity = Pick<SealIdentity, 'notBefore' | 'notAfter'>;

export function conditionOf({ notBefore, notAfter }: Validity, now: Date): SealCondition {
  if (now > notAfter) return 'expired';
  if (now < notBefore) return 'not_yet_valid';
  return notAfter.getTime() - now.getTime() < SOON ? 'expires_soon' : 'valid';
}

export const isValidAt = ({ notBefore, notAfter }: Validity, at: Date): boolean =>
  notBefore <= at && at <= notAfter;

const day = (at: Date): string => at.toISOString().slice(0, 10);

/** Returns a warning for the operator, in one sentence; undefined if the certificate needs no attention. */
export function sealWarning(identity: Validity, now: Date): string | undefined {
  const { notBefore, notAfter } = identity;
  switch (conditionOf(identity, now)) {
    case 'expired':
      return `The certificate of SEAL_P12 expired on ${day(notAfter)}: no document is sealed until it is replaced.`;
    case 'not_yet_valid':
      return `The certificate of SEAL_P12 is valid only from ${day(notBefore)}: no document is sealed before that day.`;
    case 'expires_soon':
      return `The certificate of SEAL_P12 expires on ${day(notAfter)}: replace it before then.`;
    case 'valid':
      return undefined;
  }
}
