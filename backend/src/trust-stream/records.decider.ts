import type { Decider } from '../eventsourcing/commands/command-runner.js';
import type { RecordsCommand } from './records.commands.js';
import { decideRecords } from './records.decide.js';
import { evolveRecords } from './records.evolve.js';
import { initialRecords, type RecordsState } from './records.state.js';
import type { RecordsEvent } from './trust.events.js';

/**
 * The decider of one part of the records about a stream (rule:first-fault-closes-the-stream). The id is the
 * whole name of the part, as `recordsStream` returns it.
 */
export const recordsDecider: Decider<RecordsState, RecordsCommand, RecordsEvent> = {
  stream: (name) => name,
  initial: initialRecords,
  evolve: evolveRecords,
  decide: decideRecords,
};
