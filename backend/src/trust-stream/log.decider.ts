import type { Decider } from '../eventsourcing/commands/command-runner.js';
import type { LogBegun, LogEvent } from './trust.events.js';

/** Begins a part of the log's own stream. */
export type BeginLog = LogBegun['open'] & { readonly type: 'BeginLog' };

export interface LogState {
  /** What the first event of the part says; null before it. */
  readonly begun: LogBegun['open'] | null;
}

/** The decider of one part of the log's own stream. The id is the part's name, as `logStream` returns it. */
export const logDecider: Decider<LogState, BeginLog, LogEvent> = {
  stream: (name) => name,
  initial: { begun: null },
  evolve: (state, event) => (state.begun === null ? { begun: event.open } : state),
  decide: ({ type: _, ...open }, { begun }) => (begun === null ? [{ type: 'LogBegun', open }] : []),
};
