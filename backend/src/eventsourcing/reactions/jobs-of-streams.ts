import type { KeyedJob } from '../../platform/jobs/enqueue.js';
import type { Journal } from '../journal/journal.js';
import type { TrustedLog } from '../trust/trusted-log.js';
import type { Reaction } from './reaction.js';
import { keyed } from './runner.js';

interface Parts {
  readonly log: Pick<TrustedLog, 'load'>;
  readonly journal: Pick<Journal, 'decode'>;
}

/**
 * Returns the jobs for which the events of a stream call, whether or not the reactions have seen the events.
 * They do no harm if they are enqueued once more, because each job reads its stream first and recognises work
 * that is already done.
 */
export async function jobsOfStream(
  { log, journal }: Parts,
  reactions: readonly Reaction<never>[],
  stream: string,
): Promise<readonly KeyedJob[]> {
  const own = reactions.filter(({ streamPrefix }) => stream.startsWith(streamPrefix));
  if (own.length === 0) return [];
  const { events } = await log.load(stream);
  return events.flatMap((stored) => {
    const event = journal.decode(stored);
    if (event.unknown) return [];
    const cause = { correlationId: event.correlationId };
    return own.flatMap((reaction) =>
      keyed(reaction, event, reaction.react(event as never)).map((job) => ({ ...job, cause })),
    );
  });
}
