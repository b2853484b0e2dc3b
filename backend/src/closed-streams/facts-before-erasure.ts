import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import { appendFact } from './kept-facts.js';
import { StreamRecords } from './records.js';

/** True for the command that erases an agreement, unless it repeats an erasure that a restored log lacks. */
const isErasure = (command: unknown): boolean =>
  typeof command === 'object' &&
  command !== null &&
  'type' in command &&
  command.type === 'EraseNda' &&
  'reason' in command &&
  command.reason !== 'restored';

/**
 * Returns a runner that appends an agreement's kept disputes and legal holds before it erases the agreement. A
 * hold that the operator set while the agreement was closed therefore bars the erasure, even if the job that
 * appends kept reports has not run yet (rule:reports-wait-for-the-repair). If the records about the agreement are
 * closed themselves, nobody knows whether they have a hold, so the agreement stays
 * (rule:closed-agreements-outlive-nothing).
 */
export const factsBeforeErasure = (runner: CommandRunner): CommandRunner => ({
  state: (...query) => runner.state(...query),
  lastTrusted: (...query) => runner.lastTrusted(...query),
  run: async (decider, id, command, context, options) => {
    const stream = decider.stream(id);
    if (stream.startsWith(NDA_STREAM_PREFIX) && isErasure(command)) {
      const { open } = await new StreamRecords(runner).readWhole(stream);
      for (const report of open) await appendFact(runner, ndaIdOf(stream), report);
    }
    return runner.run(decider, id, command, context, options);
  },
});
