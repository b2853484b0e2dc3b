import { systemContext } from '../bus/system-context.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { LiftLegalHold, SetLegalHold } from '../nda/nda.commands.js';
import { lenientNdaDecider, ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { Clock } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { noSuchNda } from './no-such-nda.js';

export interface HoldRequest {
  readonly id: string;
  readonly command: SetLegalHold | LiftLegalHold;
}

/** An NDA's legal hold after the command. */
export interface HoldResult {
  readonly ndaId: string;
  readonly legalHold: boolean;
  /** ISO 8601 UTC; null if there is no hold. */
  readonly since: string | null;
  /** The result as a sentence. */
  readonly sentence: string;
}

/**
 * Sets or lifts a legal hold (rule:legal-hold). Setting a hold that is already set changes nothing, and
 * neither does lifting a hold that is not set.
 * @returns the hold after the command
 * @throws OperatorError if the NDA does not exist, if it is erased, or if it is already under legal hold for
 * another reason
 */
export async function holdNda(
  { commands, clock }: { readonly commands: CommandRunner; readonly clock: Clock },
  { id, command }: HoldRequest,
): Promise<HoldResult> {
  const context = { ...systemContext(clock, newId()), actor: 'admin' } as const;
  try {
    const { events } = await commands.run(ndaDecider, id, command, context);
    if (command.type === 'LiftLegalHold') return lifted(id, events.length > 0);
    const [set] = events;
    if (set !== undefined) return held(id, set.at);
  } catch (error) {
    throw error instanceof RuleBroken ? refused(id, error) : error;
  }
  return alreadyHeld(id, command, (await commands.state(lenientNdaDecider, id)).events);
}

function refused(id: string, error: RuleBroken): Error {
  if (error.code === 'not_found') return noSuchNda(id);
  if (error.code !== 'nda_erased') return error;
  return new OperatorError(`NDA ${id} is erased: there is nothing left to hold.`);
}

/** Returns the hold that the NDA already had. @throws OperatorError if the reason differs */
function alreadyHeld(
  id: string,
  { reason }: SetLegalHold,
  events: readonly Recorded<NdaEvent>[],
): HoldResult {
  const last = events.findLast(({ type }) => type === 'LegalHoldSet');
  if (last?.type !== 'LegalHoldSet') throw new Error('the legal hold was not recorded');
  if (last.personal?.reason === reason) return held(id, last.at);
  throw new OperatorError(
    `NDA ${id} has been under legal hold since ${last.at} for a different reason. That reason was not changed. To give a new reason, lift that hold first: siegel nda:hold ${id} --lift`,
  );
}

const held = (ndaId: string, since: string): HoldResult => ({
  ndaId,
  legalHold: true,
  since,
  sentence: `NDA ${ndaId} has been under legal hold since ${since}.`,
});

const lifted = (ndaId: string, wasHeld: boolean): HoldResult => ({
  ndaId,
  legalHold: false,
  since: null,
  sentence: wasHeld ? `The legal hold of NDA ${ndaId} is lifted.` : `NDA ${ndaId} is not under legal hold.`,
});
