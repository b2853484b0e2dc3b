import type { CommandContext, EventRegistry, NewEvent, Recorded } from './event.js';

/** A pure write model: what may happen on one stream. `decide` may throw RuleBroken and nothing else. */
export interface WriteModel<State, Command, Event extends NewEvent> {
  /** `nda-<id>`. */
  readonly stream: (id: string) => string;
  readonly registry: EventRegistry;
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
  readonly decide: (command: Command, state: State, context: CommandContext) => readonly Event[];
}

export interface CommandResult<State, Event extends NewEvent> {
  readonly state: State;
  /** What this command appended; on a repetition what it appended the first time; empty when it had nothing to say. */
  readonly events: readonly Recorded<Event>[];
  /** Of the stream's last event after the command. */
  readonly revision: number;
}

/** load → decide → append at the revision that was read; a conflict reloads and decides again (at most 10 times). */
export interface CommandRunner {
  run<State, Command, Event extends NewEvent>(
    model: WriteModel<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
  ): Promise<CommandResult<State, Event>>;
  /** The state as of now, or as it was after revision `to`. */
  state<State, Command, Event extends NewEvent>(
    model: WriteModel<State, Command, Event>,
    id: string,
    to?: number,
  ): Promise<{ state: State; revision: number; events: readonly Recorded<Event>[] }>;
}
