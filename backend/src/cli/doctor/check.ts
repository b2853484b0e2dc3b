/** `not tried`: it needs a part that is at fault. */
export type State = 'ok' | 'warning' | 'fault' | 'not configured' | 'not tried';

/** What a look at one part found; nothing of it is secret or personal. */
export interface Seen {
  readonly state: State;
  readonly says: string;
  /** What an operator does about it. */
  readonly todo?: string;
}

export interface Outcome extends Seen {
  readonly name: string;
}

/** One part that is looked at; a line of the answer. */
export interface Check {
  readonly name: string;
  /** Names of checks that come before it: where one of them is at fault, there is nothing to be learnt here. */
  readonly needs?: readonly string[];
  /** What an operator does where it fails in a way that tells nothing of it, as by keeping silent. */
  readonly todo: string;
  /** Changes nothing. Rejects for a fault. @param signal aborts when its time is over */
  readonly look: (signal: AbortSignal) => Promise<Seen>;
}

export const ok = (says: string): Seen => ({ state: 'ok', says });
export const warning = (says: string, todo: string): Seen => ({ state: 'warning', says, todo });
export const fault = (says: string, todo: string): Seen => ({ state: 'fault', says, todo });
export const notConfigured = (says: string): Seen => ({ state: 'not configured', says });
export const notTried = (says: string): Seen => ({ state: 'not tried', says });
