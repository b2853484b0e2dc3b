/** Reasons after which no further delivery is tried until somebody asks for one. */
const GIVEN_UP: readonly string[] = ['mail_given_up', 'input_missing'];

export const isGivenUp = (reason: string | null): boolean => reason !== null && GIVEN_UP.includes(reason);
