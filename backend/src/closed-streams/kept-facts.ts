import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { Clock } from '../platform/time/clock.js';
import type { OpenReport } from '../trust-stream/records.state.js';
import { StreamRecords } from './records.js';

/**
 * The reason that a legal hold gets if it was set while its agreement was closed. The reason that the operator
 * gave is personal data, so it could not be kept.
 */
export const KEPT_HOLD_REASON =
  'Set while the stream of the agreement was closed. The reason given then could not be kept.';

/**
 * Returns the command with which a kept fact enters its agreement. Undefined for a report of a provider, which
 * the module of that provider applies.
 */
function commandOf({ report }: OpenReport): NdaCommand | undefined {
  switch (report.kind) {
    case 'dispute':
      return { type: 'DisputeSignature', party: report.facts.party };
    case 'hold':
      return { type: 'SetLegalHold', reason: KEPT_HOLD_REASON };
    case 'hold-lifted':
      return { type: 'LiftLegalHold' };
    default:
      return undefined;
  }
}

/** The fact is dated as it was kept. It is recognised by the id of the event that kept it. */
const contextOf = ({ eventId, at, report }: OpenReport): CommandContext => ({
  commandId: eventId,
  correlationId: eventId,
  causedBy: eventId,
  actor: report.kind !== 'dispute' ? 'admin' : report.facts.party === 1 ? 'party1' : 'party2',
  at,
});

/** `other`: not a fact, but a report of a provider. */
export type FactOutcome = 'appended' | 'refused' | 'other';

/**
 * Appends a kept dispute or legal hold to its agreement. A repeated call appends nothing.
 * @throws StreamUntrusted if the agreement is still closed
 */
export async function appendFact(
  commands: Pick<CommandRunner, 'run'>,
  ndaId: string,
  report: OpenReport,
): Promise<FactOutcome> {
  const command = commandOf(report);
  if (command === undefined) return 'other';
  try {
    await commands.run(ndaDecider, ndaId, command, contextOf(report));
    return 'appended';
  } catch (error) {
    if (error instanceof RuleBroken) return 'refused';
    throw error;
  }
}

/**
 * Appends the disputes and legal holds that wait for the repair of an agreement, and records that the agreement
 * has them. For a command that sets or lifts the hold: otherwise an older word would follow it.
 * @throws StreamUntrusted if the agreement is still closed, or the records about it are
 */
export async function appendWaitingFacts(
  {
    commands,
    clock,
  }: { readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>; readonly clock: Clock },
  ndaId: string,
): Promise<void> {
  const records = new StreamRecords(commands);
  const { open } = await records.readWhole(ndaStream(ndaId));
  for (const report of open) {
    const outcome = await appendFact(commands, ndaId, report);
    if (outcome !== 'other') await records.noteAppended(ndaStream(ndaId), report, outcome, clock);
  }
}
