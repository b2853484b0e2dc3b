import type { CommandContext } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';

/** One command's rules: what it appends, nothing when there is nothing to say. @throws RuleBroken */
export type Decide<Command> = (
  command: Command,
  state: NdaState,
  context: CommandContext,
) => readonly NdaEvent[];
