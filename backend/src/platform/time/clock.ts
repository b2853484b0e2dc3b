/** The only source of the current time in the program. Tests can replace it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Returns the current time as ISO 8601 UTC with milliseconds. */
export const isoNow = (clock: Clock): string => clock.now().toISOString();
