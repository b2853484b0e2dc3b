import type { Pool } from 'pg';
import { otherObligationQueries } from '../../app/other-obligation-queries.js';
import { type EndedFacts, endedFacts, NOTHING_ENDED } from '../../closed-streams/ended-obligations.js';
import { storedRecords } from '../../closed-streams/stored-records.js';
import { Owed } from '../../obligations/owed.js';
import { tamperedFigures } from '../../proof/endless/tampered-streams.js';
import { type Check, type CheckResult, ok, warning } from './check.js';
import type { Connections, Context } from './context.js';
import { LOG_KEYS, trustOf } from './trusted-reader.js';

/** @param ended what the records say about ended streams */
export async function checkObligations(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  pool: Pool,
  ended: EndedFacts,
): Promise<CheckResult> {
  const queries = otherObligationQueries(config.retention);
  const open = await new Owed(pool, clock, queries, () => ended).forOperator();
  if (open.length === 0) return ok('No obligation waits for a person, and none is late.');
  // One obligation is about all streams in which something is broken.
  const streams = open.some(({ kind }) => kind === 'tampering') ? (await tamperedFigures(pool)).streams : 0;
  const counts = open.map(({ kind, count, oldest }) => {
    const counted = kind === 'tampering' ? `${streams} ${streams === 1 ? 'stream' : 'streams'}` : count;
    return `${kind} (${counted}, the oldest since ${oldest[0]?.since ?? 'recently'})`;
  });
  return warning(
    `These obligations wait for a person or are late: ${counts.join('; ')}.`,
    'Open the list of obligations under Administration; the notes there say what ends each obligation.',
  );
}

/** Reads what the operator decided about ended streams. A log without keys has no such record. */
async function endedIn(context: Context, { log, pool }: Connections): Promise<EndedFacts> {
  if (context.secrets.appendKeys === undefined) return NOTHING_ENDED;
  return endedFacts(await storedRecords(trustOf(context, log, pool).log));
}

/** The check counts what the list of obligations in the administration shows. */
export const obligationsCheck = (context: Context, connections: Connections): Check => ({
  name: 'obligations',
  needs: ['tables', LOG_KEYS],
  todo: 'Read the log lines of the backends.',
  run: async () => checkObligations(context, connections.pool, await endedIn(context, connections)),
});
