/** Reasons after which delivery is not tried again until somebody asks for it. */
const GIVEN_UP: readonly string[] = ['mail_given_up', 'input_missing'];

export const isGivenUp = (reason: string | null): boolean => reason !== null && GIVEN_UP.includes(reason);
