import type { Decider } from '../eventsourcing/commands/command-runner.js';
import type { LogBegun, LogEvent } from './trust.events.js';

/** Begins a part of the log's own stream. */
export type BeginLog = LogBegun['open'] & { readonly type: 'BeginLog' };

export interface LogState {
  /** The content of the part's first event; null before that event. */
  readonly begun: LogBegun['open'] | null;
}

/** The decider of one part of the log's own stream. The id is the part's name, as `logStream` returns it. */
export const logDecider: Decider<LogState, BeginLog, LogEvent> = {
  stream: (name) => name,
  initial: { begun: null },
  evolve: (state, event) => (state.begun === null ? { begun: event.open } : state),
  decide: (command, { begun }) => {
    const { type: _, ...open } = command;
    return begun === null ? [{ type: 'LogBegun', open }] : [];
  },
};
