import type { CommandContext } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

/**
 * Applies the rules of one command. Returns the events to append, or none if nothing changes. @throws
 * RuleBroken
 */
export type Decide<Command> = (
  command: Command,
  state: NdaState,
  context: CommandContext,
) => readonly NdaEvent[];
