import { HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import { logTrustOf } from '../../app/log-trust.js';
import { readRound } from '../../proof/endless/round.js';
import { hasTampered } from '../../proof/endless/tampered-streams.js';
import type { SealKeys } from '../../proof/sealed-pass.js';
import { type Check, notConfigured, notTried, ok, type CheckResult, warning } from './check.js';
import type { Context, Connections } from './context.js';
import { LOG_KEYS, NO_LOG } from './trusted-reader.js';

/** Number of periods after which the pass over the log is late. */
const LATE_PERIODS = 2;

const WHAT_TO_DO =
  'See SiegelLogPassLate in docs/operations.md. Run siegel verify:log to verify the log now.';

/** Checks that the service verifies its whole log in time (rule:log-is-passed). */
export async function checkLogPass(
  pool: Pool,
  keys: SealKeys,
  { now, hours }: { readonly now: Date; readonly hours: number },
): Promise<CheckResult> {
  if (!(await hasTampered(pool))) return ok('No backend of this version has verified the log yet.');
  const round = await readRound(pool, keys);
  if (round === undefined)
    return warning('There is no progress of the pass over the log that this service wrote.', WHAT_TO_DO);
  const lagHours = Math.floor((now.getTime() - Date.parse(round.last?.startedAt ?? round.firstAt)) / HOUR_MS);
  const says =
    round.last === null
      ? `The first pass over the log began ${lagHours} hours ago and has not ended yet.`
      : `Everything that is older than ${lagHours} hours was verified since; the limit is ${LATE_PERIODS * hours} hours.`;
  return lagHours > LATE_PERIODS * hours ? warning(says, WHAT_TO_DO) : ok(says);
}

export const logPassCheck = ({ config, secrets, clock }: Context, connections: Connections): Check => ({
  name: 'log pass',
  needs: [LOG_KEYS],
  todo: WHAT_TO_DO,
  run: async () => {
    if (secrets.appendKeys === undefined) return notTried(NO_LOG);
    const { keys } = logTrustOf(secrets.appendKeys, secrets.logAdopted);
    return checkLogPass(connections.pool, keys, { now: clock.now(), hours: config.logPassHours });
  },
});

/** Says what no check of this machine can find. */
export const witnessesCheck: Check = {
  name: 'witnesses',
  todo: 'See docs/security.md.',
  run: () =>
    Promise.resolve(
      notConfigured(
        'No witness keeps checkpoints of this log. If database, event store and DATA_DIR are all set back to an older state at once, only people who kept a checkpoint or a receipt can notice it.',
      ),
    ),
};
