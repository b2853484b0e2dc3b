import type { Outcome, State } from './check.js';

/** The overall result, which the exit code shows too. */
export type Health = 'ok' | 'fault' | 'configuration';

const MARKS: Readonly<Record<State, string>> = {
  ok: 'ok',
  warning: 'WARNING',
  fault: 'FAULT',
  'not configured': '-',
  'not tried': '?',
};
const MARK_WIDTH = 7;

/** Returns one line for each check: state, name, finding and advice. */
export function reportText(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  return outcomes
    .map(({ state, name, says, todo }) =>
      [
        MARKS[state].padEnd(MARK_WIDTH),
        name.padEnd(width),
        todo === undefined ? says : `${says} -> ${todo}`,
      ].join('  '),
    )
    .join('\n');
}

/** Returns the report as one line of JSON, for other programs to read. */
export const reportLine = (health: Health, outcomes: readonly Outcome[]): string =>
  JSON.stringify({
    state: health,
    checks: outcomes.map(({ name, state, says, todo }) => ({ name, state, says, todo })),
  });
