/** With these reasons an attempt to deliver was the last one, until somebody asks for another. */
const GIVEN_UP: readonly string[] = ['mail_given_up', 'input_missing'];

export const isGivenUp = (reason: string | null): boolean => reason !== null && GIVEN_UP.includes(reason);
