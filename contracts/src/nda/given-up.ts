/**
 * Reasons for giving up the delivery. After such a reason, the service tries again only if somebody requests
 * it.
 */
const GIVEN_UP: readonly string[] = ['mail_given_up', 'input_missing'];

export const isGivenUp = (reason: string | null): boolean => reason !== null && GIVEN_UP.includes(reason);
