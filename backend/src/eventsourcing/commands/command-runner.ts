import type { UntrustedPlace } from '../trust/authenticate.js';
import type { CommandContext, NewEvent, Recorded } from '../journal/event.js';
import type { StreamHead } from '../journal/journal.js';

/**
 * A pure write model: decides what may happen on one stream. `decide` may throw RuleBroken and nothing else.
 */
export interface Decider<State, Command, Event extends NewEvent> {
  /** Returns the stream's name, as in `nda-<id>`. */
  readonly stream: (id: string) => string;
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<Event>) => State;
  readonly decide: (command: Command, state: State, context: CommandContext) => readonly Event[];
  /**
   * Returns the id of an earlier command whose result is also the result of this command, even if the two ids
   * differ. If there is such a command, nothing is decided.
   */
  readonly repeats?: (command: Command, state: State, context: CommandContext) => string | undefined;
  /**
   * True for commands that must succeed even if the stream holds unknown events. These commands are decided
   * on the known events alone. Other commands are refused on such a stream (rule:unknown-is-not-folded).
   */
  readonly skipsUnknown?: boolean;
}

export interface CommandResult<State, Event extends NewEvent> {
  readonly state: State;
  /**
   * The events that this command appended. A repeated command gets the events that its first run appended.
   * Empty if the command decided nothing.
   */
  readonly events: readonly Recorded<Event>[];
  /** Revision of the stream's last event after the command. */
  readonly revision: number;
  /** The whole stream after the command; undefined if the command was a repetition. */
  readonly loaded?: LoadedState<State, Event>;
}

/** A stream as it was read. */
export interface LoadedState<State, Event extends NewEvent> {
  readonly state: State;
  readonly revision: number;
  readonly events: readonly Recorded<Event>[];
  readonly head: StreamHead;
  /** The place from which on the stream does not count. Then nothing can be recorded in it. */
  readonly untrusted?: UntrustedPlace | undefined;
}

export interface RunOptions<State, Event extends NewEvent> {
  /**
   * The stream as this request has just read it. The command is decided on this state, without reading the
   * stream again. If the stream has grown in the meantime, the append is refused, the stream is read again,
   * and the command is decided again. If the decider refuses the command, the refusal is based on the state
   * given here.
   */
  readonly after?: LoadedState<State, Event> | undefined;
  /**
   * Creates the things that the decided events refer to, before the events are appended. Not called if there
   * is nothing to append. It must be safe to repeat, because after a conflict the command is decided again
   * and `beforeAppend` is called again with the new events. If it throws, the command ends with that error
   * and nothing is appended.
   */
  readonly beforeAppend?: (events: readonly Event[], state: State) => Promise<void>;
}

/**
 * Loads the stream, decides, and appends at the revision that was read. A conflict reloads and decides again
 * (at most 10 times).
 */
export interface CommandRunner {
  /** @throws StreamNotUnderstood, StreamUntrusted */
  run<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    context: CommandContext,
    options?: RunOptions<State, Event>,
  ): Promise<CommandResult<State, Event>>;
  /**
   * Returns the current state, or the state after revision `to`, for callers that act on it. Nobody may act on
   * a part of a stream (rule:first-fault-closes-the-stream).
   * @throws StreamNotUnderstood, StreamUntrusted
   */
  state<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    to?: number,
  ): Promise<LoadedState<State, Event>>;
  /**
   * Returns the state after the last event that counts, for callers that only show it. For a closed stream
   * the result also has the place from which on nothing counts.
   * @throws StreamNotUnderstood
   */
  lastTrusted<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
  ): Promise<LoadedState<State, Event>>;
}
