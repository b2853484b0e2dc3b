import { EventStoreUnavailable, WrongExpectedRevision } from '../event-store/event-store.js';
import type { CommandResult, CommandRunner, WriteModel } from './command-runner.js';
import type { CommandContext, NewEvent, Recorded } from './event.js';
import type { Journal, LoadedStream } from './journal.js';

/** After so many conflicts on one stream the command gives up, as if the store could not be reached. */
const CONFLICTS_MAX = 10;

export function createCommandRunner({ journal }: { readonly journal: Pick<Journal, 'load' | 'append'> }): CommandRunner {
  return new JournalCommandRunner(journal);
}

class JournalCommandRunner implements CommandRunner {
  /** The last run on each stream of this process: they follow each other, which spares them conflicts. */
  private readonly runs = new Map<string, Promise<unknown>>();

  constructor(private readonly journal: Pick<Journal, 'load' | 'append'>) {}

  run<State, Command, Event extends NewEvent>(
    model: WriteModel<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<CommandResult<State, Event>> {
    const stream = model.stream(id);
    return this.inTurn(stream, () => this.runOn(stream, model, command, context));
  }

  async state<State, Command, Event extends NewEvent>(
    model: WriteModel<State, Command, Event>,
    id: string,
    to?: number,
  ): Promise<{ state: State; revision: number; events: readonly Recorded<Event>[] }> {
    const { events, head } = await this.journal.load<Event>(model.stream(id), to === undefined ? {} : { to });
    return { state: fold(model, model.initial, events), revision: head.revision, events };
  }

  private async runOn<State, Command, Event extends NewEvent>(
    stream: string,
    model: WriteModel<State, Command, Event>,
    command: Command,
    context: CommandContext,
  ): Promise<CommandResult<State, Event>> {
    for (let conflicts = 0; conflicts <= CONFLICTS_MAX; conflicts += 1) {
      const loaded = await this.journal.load<Event>(stream);
      // Also after a conflict: an append of unknown outcome may have been this very command's.
      const first = firstResult(model, loaded, context.commandId);
      if (first !== undefined) return first;
      const done = await this.attempt(model, loaded, command, context);
      if (done !== undefined) return done;
    }
    throw new EventStoreUnavailable(`stream ${stream} is contended: ${CONFLICTS_MAX} conflicts in one command`);
  }

  /** Undefined when somebody else appended first. */
  private async attempt<State, Command, Event extends NewEvent>(
    model: WriteModel<State, Command, Event>,
    { events, head }: LoadedStream<Event>,
    command: Command,
    context: CommandContext,
  ): Promise<CommandResult<State, Event> | undefined> {
    const state = fold(model, model.initial, events);
    const at = head.at !== null && head.at > context.at ? head.at : context.at;
    const decided = model.decide(command, state, { ...context, at });
    if (decided.length === 0) return { state, events: [], revision: head.revision };
    try {
      const appended = await this.journal.append<Event>(head, decided, { ...context, at });
      return { state: fold(model, state, appended), events: appended, revision: head.revision + appended.length };
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return undefined;
      throw error;
    }
  }

  private inTurn<Result>(stream: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.runs.get(stream) ?? Promise.resolve();
    const run = before.then(work);
    const ended = run
      .catch(() => undefined)
      .finally(() => {
        if (this.runs.get(stream) === ended) this.runs.delete(stream);
      });
    this.runs.set(stream, ended);
    return run;
  }
}

const fold = <State, Event extends NewEvent>(
  model: WriteModel<State, never, Event>,
  from: State,
  events: readonly Recorded<Event>[],
): State => events.reduce<State>((state, event) => model.evolve(state, event), from);

/** What the command did when it came first: its events, and the state they led to. */
function firstResult<State, Event extends NewEvent>(
  model: WriteModel<State, never, Event>,
  { events }: LoadedStream<Event>,
  commandId: string,
): CommandResult<State, Event> | undefined {
  const own = events.filter((event) => event.commandId === commandId);
  const revision = own.at(-1)?.revision;
  if (revision === undefined) return undefined;
  return { state: fold(model, model.initial, events.slice(0, revision + 1)), events: own, revision };
}
