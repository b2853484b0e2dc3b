import type { ErrorCode } from '@siegel/contracts/errors';

export interface SandboxCard {
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly authenticated: boolean;
}

export type CardOutcome =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'requires_action' }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

const SUCCEEDS = '4242424242424242';
const NEEDS_ACTION = '4000002500003155';

/** True if the expiry has the form `MM/YY` or `MM / YY` and is not before the month of `now`. */
function isCurrent(expiry: string, now: Date): boolean {
  const match = /^(\d{2})\s*\/\s*(\d{2})$/.exec(expiry.trim());
  if (match === null) return false;
  const month = Number(match[1]);
  const monthsOfExpiry = (2000 + Number(match[2])) * 12 + month;
  return month >= 1 && month <= 12 && monthsOfExpiry >= now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

/**
 * Returns the sandbox's outcome for a card (rule:sandbox-cards). Any number that is not a test card is
 * declined, so the sandbox never accepts a real card.
 */
export function cardOutcome(card: SandboxCard, now: Date): CardOutcome {
  const number = card.cardNumber.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !/^\d{3,4}$/.test(card.cvc.trim()) || !isCurrent(card.expiry, now))
    return { kind: 'refused', code: 'card_invalid' };
  if (number === SUCCEEDS) return { kind: 'succeeded' };
  if (number === NEEDS_ACTION)
    return card.authenticated ? { kind: 'succeeded' } : { kind: 'requires_action' };
  return { kind: 'refused', code: 'card_declined' };
}
