import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaState } from '../nda/nda.state.js';
import { timeOf } from '../nda/rules/time.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { ClocksDisagree } from '../platform/time/clock-comparison.js';
import { derivedId } from '../platform/crypto/ids.js';
import { SkippedItems } from '../platform/jobs/skipped-items.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { Logger } from '../platform/logging/logger.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { actDue, type DueAct, nextDue } from '../nda/rules/due-act.js';
import { type DueInvitation, dueInvitations, setNextDue } from '../agreements/owed/due-invitations.js';

const EVERY_MS = 30_000;
/** Number of rows that are read at a time. */
const PAGE = 500;

export interface InvitationClockParts {
  /** Connection pool for the database that has the read model with the due rows. */
  readonly pool: Pool;
  readonly commands: Pick<Commands, 'run' | 'state'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Reminds Party 2 and ends invitations when this is due (rule:automatic-reminders,
 * rule:invitation-lasts-seven-days). Each of these acts appends an event, and the event moves the row away
 * from the head of the queue. Sometimes a row is due although no act is. This happens if the time of a
 * reminder passed before the reminder was sent, or if the row lags behind its stream. The row then gets the
 * time of its next act as its due time. If the work on a row fails, the row is postponed by an hour. While the
 * stream is closed, nothing can be done: the row is postponed by a day, and a repair makes the row due again. A
 * repair of the records about the stream remakes no row, so while these are closed, it is an hour.
 */
export const remindAndExpire = (parts: InvitationClockParts): Scheduled => ({
  name: 'remind-and-expire',
  everyMs: EVERY_MS,
  run: async (signal) => {
    const passedOver = new SkippedItems(parts.logger);
    try {
      for await (const due of dueAt(parts.pool, parts.clock.now())) {
        if (signal.aborted) return;
        await handleDue(parts, due, passedOver);
      }
    } finally {
      passedOver.log(
        'For some invitations, the reminder or the expiry failed; the service tries again in an hour. siegel replay <id> shows what is wrong with each.',
      );
    }
  },
});

async function* dueAt(pool: Pool, now: Date): AsyncGenerator<DueInvitation> {
  for (let after: DueInvitation | undefined; ; ) {
    const page = await dueInvitations(pool, now, after, PAGE);
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

async function handleDue(
  parts: InvitationClockParts,
  due: DueInvitation,
  passedOver: SkippedItems,
): Promise<void> {
  try {
    await actOn(parts, due);
  } catch (error) {
    // The NDA was signed, cancelled or erased after the state was read. The event of that change gives the
    // row another due time.
    if (error instanceof RuleBroken) return;
    // The remaining rows would fail for the same reason.
    if (isUnavailable(error) || error instanceof ClocksDisagree) throw error;
    const isClosed = error instanceof StreamUntrusted;
    if (!isClosed) passedOver.add(due.id, error);
    const pause = isClosed && error.place.fault !== 'records' ? DAY_MS : HOUR_MS;
    await setNextDue(parts.pool, due, new Date(parts.clock.now().getTime() + pause).toISOString());
  }
}

async function actOn({ pool, commands, clock }: InvitationClockParts, due: DueInvitation): Promise<void> {
  const { state } = await commands.state(ndaDecider, due.id);
  const at = timeOf(state, { at: isoNow(clock) });
  const act = actDue(state, at);
  if (act === undefined) await setNextDue(pool, due, nextDue(state, at));
  else await commands.run(ndaDecider, due.id, act, systemContext(clock, actId(state, act)));
}

/**
 * Returns the command id for an act on an invitation. The same act always has the same id. So if two callers
 * run it, the command takes effect only once, and both callers get its result.
 */
const actId = ({ id, invitation }: NdaState, act: DueAct): string =>
  derivedId(act.type, id, invitation?.number ?? 0, act.type === 'RemindParty2' ? act.kind : 'end');
