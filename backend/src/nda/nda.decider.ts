import type { Decider } from '../eventsourcing/commands/command-runner.js';
import type { NdaCommand } from './nda.commands.js';
import { decideNda } from './nda.decide.js';
import { type NdaEvent, ndaStream } from './nda.events.js';
import { evolve } from './nda.evolve.js';
import { repeatedAct } from './rules/repeated-act.js';
import { initialNda, type NdaState } from './nda.state.js';

/** What the command runner needs to know of NDAs: one stream each, `nda-<id>`. */
export const ndaDecider: Decider<NdaState, NdaCommand, NdaEvent> = {
  stream: ndaStream,
  initial: initialNda,
  evolve,
  decide: decideNda,
  repeats: repeatedAct,
};

/**
 * For what is done whatever else is in the stream: to see whether there is one, and what an erasure takes that was
 * decided before (rule:unknown-is-not-folded).
 */
export const lenientNdaDecider: typeof ndaDecider = { ...ndaDecider, passesOverUnknown: true };
