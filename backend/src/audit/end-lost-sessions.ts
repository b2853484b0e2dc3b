import { HOUR_MS, SESSION_LIFE_MS } from '@siegel/contracts/limits';
import { ACCESS_STREAM_PREFIX, type AccessEvent, accessStream, sessionOf } from './model/access.events.js';
import { systemContext } from '../bus/system-context.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import type { SessionRecords } from '../http/callers/session-records.js';
import type { Clock } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { CauseMissing, type JobHandler, ParkedFor, TryAgainIn } from '../platform/jobs/job.js';
import { hashIn } from '../platform/jobs/payload.js';

const TASK = 'end-session';

/**
 * `endSessions` finds sessions by their rows, so it cannot find a session whose row is lost. The event that
 * begins a session therefore also creates a job that ends the session (rule:sessions-end).
 */
export const endSessionWhenBegun: Reaction<AccessEvent> = {
  name: 'end-session-when-begun',
  streamPrefix: ACCESS_STREAM_PREFIX,
  react: ({ type, stream }) =>
    type === 'SessionBegan'
      ? [{ task: TASK, payload: { session: sessionOf(stream) }, key: `end:${stream}` }]
      : [],
};

export interface EndSessionParts {
  readonly records: Pick<SessionRecords, 'read' | 'end'>;
  /** True if the operator ended the stream, so that nothing can be recorded in it any more. */
  readonly isEnded: (stream: string) => boolean;
  readonly clock: Clock;
}

/**
 * Ends a session once the session is twelve hours old according to its stream. If the job runs earlier, it is
 * postponed until then. While the stream is closed, the job is parked. Does nothing if the session has already
 * ended, or if the operator ended its stream.
 */
export const endSessionJob = ({ records, isEnded, clock }: EndSessionParts): JobHandler => ({
  task: TASK,
  run: async (payload) => {
    const session = hashIn(payload, 'session');
    const { began, hasEnded, isUnderstood, isClosed } = await records.read(session);
    if (isClosed && isEnded(accessStream(session))) return;
    if (isClosed) throw new ParkedFor(accessStream(session));
    if (!isUnderstood) throw new TryAgainIn(HOUR_MS);
    if (began === null) throw new CauseMissing();
    if (hasEnded) return;
    const leftMs = Date.parse(began.at) + SESSION_LIFE_MS - clock.now().getTime();
    if (leftMs >= 0) throw new TryAgainIn(leftMs + 1);
    await records.end(session, 'time', systemContext(clock, newId()));
  },
});
