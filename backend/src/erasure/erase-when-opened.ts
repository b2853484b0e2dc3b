import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { STREAM_UNTRUSTED } from '../closed-streams/closed-error.js';
import type { EraseNda, RetentionDays } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { derivedId } from '../platform/crypto/ids.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { CauseMissing, type JobHandler, type JobRequest } from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import { parkedJobsOf } from '../platform/jobs/waiting-jobs.js';
import { isoText } from '../platform/postgres/iso-text.js';
import type { Clock } from '../platform/time/clock.js';

const TASK = 'erase-when-opened';
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Returns the job for a closed agreement whose retention is over. The job is parked until the agreement is open
 * again. Until then it is the operator's duty to repair the agreement (rule:closed-agreements-outlive-nothing).
 */
export const eraseWhenOpened = (ndaId: string): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { ndaId },
  key: `${TASK}:${ndaId}`,
});

/** A query with the columns of an obligation. It finds closed agreements whose retention is over. */
export const OWED_BY_CLOSED_NDAS = `SELECT (payload ->> 'ndaId')::uuid AS id, 'key-destruction' AS kind,
    (payload ->> 'ndaId')::uuid AS nda_id, NULL::integer AS party, parked_for AS reference, NULL::integer AS amount,
    NULL::text AS currency, ${isoText('made_at')} AS since, 0 AS attempts, '${STREAM_UNTRUSTED}' AS last_error,
    NULL::text AS next_try_at
  FROM (${parkedJobsOf(`'${TASK}'`)}) AS jobs WHERE payload ->> 'ndaId' ~ '${UUID}'`;

export interface EraseWhenOpenedParts {
  readonly commands: Pick<Commands, 'run' | 'state'>;
  readonly clock: Clock;
  /** True if a key is destroyed and that is recorded, also that of an agreement that the operator ended. */
  readonly isKeyDestroyed: (stream: string) => Promise<boolean>;
  readonly retention: RetentionDays & { readonly unsignedDraftDays: number };
}

/** Erases the agreement if its retention is over. The decider decides that from the stream and the clock. */
export const eraseWhenOpenedJob = ({
  commands,
  clock,
  isKeyDestroyed,
  retention,
}: EraseWhenOpenedParts): JobHandler => ({
  task: TASK,
  run: async (payload) => {
    const ndaId = uuidIn(payload, 'ndaId');
    if (await isKeyDestroyed(ndaStream(ndaId))) return;
    const { revision } = await commands.state(ndaDecider, ndaId);
    if (revision < 0) throw new CauseMissing();
    const { completedDays, unfinishedDays, unsignedDraftDays } = retention;
    const erase: readonly EraseNda[] = [
      { type: 'EraseNda', reason: 'retention', unsignedFor: unsignedDraftDays },
      { type: 'EraseNda', reason: 'retention', pastTime: { completedDays, unfinishedDays } },
    ];
    const context = systemContext(clock, derivedId('retention', ndaId));
    try {
      for (const command of erase) await commands.run(ndaDecider, ndaId, command, context);
    } catch (error) {
      // The agreement is under legal hold, so it stays.
      if (!(error instanceof RuleBroken)) throw error;
    }
  },
});
