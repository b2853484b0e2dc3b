/**
 * `not tried` means that a check which this check needs has failed, or that this check could not find out
 * anything.
 */
export type State = 'ok' | 'warning' | 'fault' | 'not configured' | 'not tried';

/** The result of a check. It contains nothing secret or personal. */
export interface CheckResult {
  readonly state: State;
  readonly says: string;
  /** Advice for the operator. */
  readonly todo?: string;
}

export interface Outcome extends CheckResult {
  readonly name: string;
}

/** A check of one part of the service. Its result makes one line of the report. */
export interface Check {
  readonly name: string;
  /** Names of earlier checks. If one of them finds a fault, this check is not tried. */
  readonly needs?: readonly string[];
  /**
   * Advice for the operator if the check fails before it can give more precise advice, for instance when it
   * times out.
   */
  readonly todo: string;
  /**
   * Runs the check without changing anything. A rejected promise is reported as a fault.
   * @param signal aborts when the check's time is over
   */
  readonly run: (signal: AbortSignal) => Promise<CheckResult>;
}

export const ok = (says: string): CheckResult => ({ state: 'ok', says });
export const warning = (says: string, todo: string): CheckResult => ({ state: 'warning', says, todo });
export const fault = (says: string, todo: string): CheckResult => ({ state: 'fault', says, todo });
export const notConfigured = (says: string): CheckResult => ({ state: 'not configured', says });
export const notTried = (says: string): CheckResult => ({ state: 'not tried', says });
