import type { CommandContext, NewEvent, Recorded } from '../journal/event.js';
import type { StreamHead } from '../journal/journal.js';

/** A pure write model: what may happen on one stream. `decide` may throw RuleBroken and nothing else. */
export interface Decider<State, Command, Event extends NewEvent> {
  /** `nda-<id>`. */
  readonly stream: (id: string) => string;
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
  readonly decide: (command: Command, state: State, context: CommandContext) => readonly Event[];
  /**
   * The id of an earlier command whose result answers this one too, under whatever id it is given; then
   * nothing is decided.
   */
  readonly repeats?: (command: Command, state: State, context: CommandContext) => string | undefined;
  /**
   * Goes by what is known where a stream holds events that are not; otherwise nothing is decided there
   * (rule:unknown-is-not-folded). For what must be done whatever else is in a stream.
   */
  readonly passesOverUnknown?: boolean;
}

export interface CommandResult<State, Event extends NewEvent> {
  readonly state: State;
  /**
   * What this command appended; on a repetition what it appended the first time; empty when it had nothing to
   * say.
   */
  readonly events: readonly Recorded<Event>[];
  /** Of the stream's last event after the command. */
  readonly revision: number;
  /** The whole stream after the command; undefined on a repetition. */
  readonly loaded?: LoadedState<State, Event>;
}

/** A stream as it was read. */
export interface LoadedState<State, Event extends NewEvent> {
  readonly state: State;
  readonly revision: number;
  readonly events: readonly Recorded<Event>[];
  readonly head: StreamHead;
}

export interface RunOptions<State, Event extends NewEvent> {
  /**
   * The stream as this very act has just read it, to be decided on without reading it again. Where it has moved on
   * since, the append is refused and it is read anew; what is refused on it was refused as of that reading.
   */
  readonly after?: LoadedState<State, Event> | undefined;
  /**
   * Makes what the decided events name, before they are appended; not called where nothing is to be appended.
   * It must be safe to repeat: a conflict lets the command be decided again, and this is called again with
   * what comes of it. What it throws ends the command, and nothing is appended.
   */
  readonly beforeAppend?: (events: readonly Event[], state: State) => Promise<void>;
}

/**
 * load → decide → append at the revision that was read; a conflict reloads and decides again (at most 10
 * times).
 */
export interface CommandRunner {
  /** @throws StreamNotUnderstood */
  run<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    options?: RunOptions<State, Event>,
  ): Promise<CommandResult<State, Event>>;
  /** The state as of now, or as it was after revision `to`. @throws StreamNotUnderstood */
  state<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    to?: number,
  ): Promise<LoadedState<State, Event>>;
}
