import { createCommandRunner } from '../eventsourcing/commands/create-command-runner.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { StreamNotUnderstood } from '../eventsourcing/commands/stream-not-understood.js';
import type { NewEvent, Recorded } from '../eventsourcing/journal/event.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { lenientNdaDecider, ndaDecider } from './nda.decider.js';
import { day, history, NDA_ID } from './testing/given.js';
import { created, party1Signed } from './testing/samples.js';

/**
 * Returns a runner that collects the appended events in `appended`. The runner's stream ends with an event
 * that this version does not know.
 */
function runnerBehindUnknown(appended: NewEvent[]): CommandRunner {
  const events = history([created, party1Signed()]).map((event, n) => ({ ...event, unknown: n === 1 }));
  const journal = {
    load: async (stream: string) => ({
      events,
      head: { stream, revision: 1, hash: 'f'.repeat(64), at: day(0) },
    }),
    append: async (_: unknown, more: readonly NewEvent[]) => {
      appended.push(...more);
      return more as readonly Recorded[];
    },
  } as unknown as Pick<Journal, 'load' | 'append'>;
  return createCommandRunner({ journal });
}

describe('the stream of an NDA with an unknown event (rule:unknown-is-not-folded)', () => {
  const erase = { type: 'EraseNda', reason: 'admin' } as const;

  it('has no state and takes no command', async () => {
    const appended: NewEvent[] = [];
    const runner = runnerBehindUnknown(appended);
    await expect(runner.state(ndaDecider, NDA_ID)).rejects.toThrow(StreamNotUnderstood);
    await expect(runner.run(ndaDecider, NDA_ID, erase, contextAt(day(1)))).rejects.toThrow(
      StreamNotUnderstood,
    );
    expect(appended).toEqual([]);
  });

  it('can be erased on the basis of its known events', async () => {
    const appended: NewEvent[] = [];
    const runner = runnerBehindUnknown(appended);
    expect((await runner.state(lenientNdaDecider, NDA_ID)).state).toMatchObject({ status: 'draft' });
    await runner.run(lenientNdaDecider, NDA_ID, erase, contextAt(day(1)));
    expect(appended).toMatchObject([{ type: 'NdaErased', open: { reason: 'admin' } }]);
  });
});
