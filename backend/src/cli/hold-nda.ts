import { systemContext } from '../bus/system-context.js';
import { appendWaitingFacts } from '../closed-streams/kept-facts.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext, Recorded } from '../eventsourcing/journal/event.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { LiftLegalHold, SetLegalHold } from '../nda/nda.commands.js';
import { lenientNdaDecider, ndaDecider } from '../nda/nda.decider.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import type { Logger } from '../platform/logging/logger.js';
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

interface HoldParts {
  readonly commands: CommandRunner;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Sets or lifts a legal hold (rule:legal-hold). While the NDA's stream is closed, nothing can be recorded in it,
 * so the hold is kept and recorded once the stream is open again. It bars every erasure from now on. A word that
 * was kept earlier goes into an open stream first, because otherwise it would follow the newer one. Setting a hold
 * that is already set changes nothing, and neither does lifting a hold that is not set.
 * @returns the hold after the command
 * @throws OperatorError if the NDA does not exist, if it is erased, or if it is already under legal hold for
 * another reason
 */
export async function holdNda(parts: HoldParts, request: HoldRequest): Promise<HoldResult> {
  const { commands, clock } = parts;
  const { id, command } = request;
  const context = { ...systemContext(clock, newId()), actor: 'admin' } as const;
  try {
    await appendWaitingFacts(parts, id);
    const { events } = await commands.run(ndaDecider, id, command, context);
    if (command.type === 'LiftLegalHold') return lifted(id, events.length > 0);
    const [set] = events;
    if (set !== undefined) return held(id, set.at);
  } catch (error) {
    if (error instanceof StreamUntrusted) return kept(parts, request, context);
    throw error instanceof RuleBroken ? refused(id, error) : error;
  }
  return alreadyHeld(id, command, (await commands.state(lenientNdaDecider, id)).events);
}

/** Keeps the hold, or its end. The reason is personal data, so it cannot be kept. */
async function kept(
  parts: HoldParts,
  { id, command }: HoldRequest,
  context: CommandContext,
): Promise<HoldResult> {
  const kind = command.type === 'SetLegalHold' ? 'hold' : 'hold-lifted';
  const keeping = await new ReportKeeper(parts).keep(ndaStream(id), { kind, facts: {} }, [newId()], context);
  if (keeping === 'full')
    throw new OperatorError(
      `The stream of NDA ${id} is closed, and too many changes of its legal hold wait already. Nothing was changed. Repair the stream first: siegel log:repair ${ndaStream(id)}`,
    );
  const what = kind === 'hold' ? `NDA ${id} is under legal hold` : `The legal hold of NDA ${id} is lifted`;
  return {
    ndaId: id,
    legalHold: kind === 'hold',
    since: kind === 'hold' ? context.at : null,
    sentence: `${what}. Its stream is closed, so this is recorded there once siegel log:repair ${ndaStream(id)} has opened it; the reason is not kept.`,
  };
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
