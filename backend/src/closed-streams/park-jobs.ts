import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { type JobHandler, ParkedFor } from '../platform/jobs/job.js';

/**
 * Returns the handler, whose jobs are parked while a stream that they need is closed
 * (rule:first-fault-closes-the-stream). Nothing but the repair of that stream helps, so nothing repeats them.
 */
export const parkedWhileClosed = (handler: JobHandler): JobHandler => ({
  task: handler.task,
  ...(handler.slots === undefined ? {} : { slots: handler.slots }),
  run: async (payload, context) => {
    try {
      await handler.run(payload, context);
    } catch (error) {
      const untrusted = untrustedIn(error);
      throw untrusted === undefined ? error : new ParkedFor(untrusted.stream, untrusted);
    }
  },
});

/** A handler may have wrapped the error, for instance to set the time of its next attempt. */
function untrustedIn(error: unknown): StreamUntrusted | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (cause instanceof StreamUntrusted) return cause;
  return undefined;
}
