import type { Decider } from '../eventsourcing/commands/command-runner.js';
import type { NdaCommand } from './nda.commands.js';
import { decideNda } from './nda.decide.js';
import { type NdaEvent, ndaStream } from './nda.events.js';
import { evolve } from './nda.evolve.js';
import { repeatedAct } from './rules/repeated-act.js';
import { initialNda, type NdaState } from './nda.state.js';

/** The decider of NDAs for the command runner: one stream per NDA, `nda-<id>`. */
export const ndaDecider: Decider<NdaState, NdaCommand, NdaEvent> = {
  stream: ndaStream,
  initial: initialNda,
  evolve,
  decide: decideNda,
  repeats: repeatedAct,
};

/**
 * The decider for commands that must succeed even if the stream contains unknown events
 * (rule:unknown-is-not-folded). Such commands check whether the stream exists, or finish an erasure that was
 * decided before.
 */
export const lenientNdaDecider: typeof ndaDecider = { ...ndaDecider, skipsUnknown: true };
