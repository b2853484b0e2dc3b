import { createCommandRunner } from '../../eventsourcing/commands/create-command-runner.js';
import type { CommandRunner } from '../../eventsourcing/commands/command-runner.js';
import { EventStoreUnavailable, WrongExpectedRevision } from '../../eventsourcing/event-store/event-store.js';
import type { NewEvent, Recorded } from '../../eventsourcing/journal/event.js';
import type { StreamHead } from '../../eventsourcing/journal/journal.js';
import { recorded } from '../../eventsourcing/journal/testing/recorded.js';

/**
 * The fault of an append. `none`: the append succeeds. `lost`: the append does not arrive. `unanswered`: the
 * events are appended, but the response is lost.
 */
export type AppendFault = 'none' | 'lost' | 'unanswered';

/** Returns the real command runner. Its streams are in memory, and appends to them may fail. */
export function memoryCommands(fault: () => AppendFault = () => 'none'): CommandRunner {
  const streams = new Map<string, Recorded[]>();
  const load = (stream: string) => streams.get(stream) ?? [];
  const headOf = (stream: string): StreamHead => {
    const last = load(stream).at(-1);
    return { stream, revision: last?.revision ?? -1, hash: last?.hash ?? '', at: last?.at ?? null };
  };
  return createCommandRunner({
    journal: {
      load: async <E extends NewEvent>(stream: string, { to }: { to?: number } = {}) => ({
        events: load(stream).slice(0, to === undefined ? undefined : to + 1) as unknown as Recorded<E>[],
        head: headOf(stream),
        untrusted: undefined,
      }),
      append: async (head, events, { at, actor, commandId }) => {
        const kind = fault();
        if (kind === 'lost') throw new EventStoreUnavailable('lost on the way');
        const { stream } = head;
        const before = load(stream);
        if (headOf(stream).revision !== head.revision)
          throw new WrongExpectedRevision(stream, head.revision, before.length - 1);
        const added = events.map((event, index) => ({
          ...recorded(event, { stream, revision: before.length + index, at, actor, commandId }),
          id: `${stream}@${before.length + index}`,
        }));
        streams.set(stream, [...before, ...(added as unknown as Recorded[])]);
        if (kind === 'unanswered') throw new EventStoreUnavailable('lost on the way back');
        return added;
      },
    },
  });
}
