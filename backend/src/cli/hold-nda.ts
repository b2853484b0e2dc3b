import { parseArgs } from 'node:util';
import { LEGAL_HOLD_REASON_MAX } from '@siegel/contracts/limits';
import { ONE_LINE } from '@siegel/contracts/validation/rules';
import { systemContext } from '../bus/system-context.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { LiftLegalHold, SetLegalHold } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { Clock } from '../platform/clock.js';
import { newId } from '../platform/ids.js';
import { OperatorError } from '../platform/operator-error.js';
import { RuleBroken } from '../platform/rule-broken.js';

const USAGE = `Usage: npm run nda:hold -- <nda id> --reason '…'
       npm run nda:hold -- <nda id> --lift [--reason '…']
A reason has one line and at most ${LEGAL_HOLD_REASON_MAX} characters.`;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Hold {
  readonly id: string;
  readonly command: SetLegalHold | LiftLegalHold;
}

/** What `npm run nda:hold` was called with. @throws OperatorError with the usage */
export function parseHold(args: readonly string[]): Hold {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { reason: { type: 'string' }, lift: { type: 'boolean', default: false } },
    });
    const [id = '', ...rest] = positionals;
    const command = commandOf(values);
    if (ID.test(id) && rest.length === 0 && command !== undefined) return { id: id.toLowerCase(), command };
  } catch {
    // An option that there is not.
  }
  throw new OperatorError(USAGE);
}

function commandOf({ lift, reason }: { lift: boolean; reason?: string }): Hold['command'] | undefined {
  if (reason === undefined) return lift ? { type: 'LiftLegalHold' } : undefined;
  if (reason.length > LEGAL_HOLD_REASON_MAX || !ONE_LINE.test(reason) || reason.trim() === '')
    return undefined;
  return { type: lift ? 'LiftLegalHold' : 'SetLegalHold', reason: reason.trim() };
}

/**
 * Sets or lifts a legal hold (rule:legal-hold); repeating either changes nothing.
 * @returns what the operator is told
 * @throws OperatorError: there is no such NDA, it is erased, or it is held for another reason
 */
export async function holdNda(
  { commands, clock }: { readonly commands: CommandRunner; readonly clock: Clock },
  { id, command }: Hold,
): Promise<string> {
  const context = { ...systemContext(clock, newId()), actor: 'admin' } as const;
  try {
    const { events } = await commands.run(ndaDecider, id, command, context);
    if (command.type === 'LiftLegalHold')
      return events.length === 0
        ? `NDA ${id} is not under legal hold.`
        : `The legal hold of NDA ${id} is lifted.`;
    const [set] = events;
    if (set !== undefined) return `NDA ${id} is under legal hold since ${set.at}.`;
  } catch (error) {
    throw error instanceof RuleBroken ? refused(id, error) : error;
  }
  return standing(id, command, (await commands.state(ndaDecider, id)).events);
}

function refused(id: string, error: RuleBroken): Error {
  if (error.code === 'not_found') return new OperatorError(`There is no NDA ${id}.`);
  if (error.code !== 'nda_erased') return error;
  return new OperatorError(`NDA ${id} is erased: there is nothing left to hold.`);
}

/** It was held before. */
function standing(id: string, { reason }: SetLegalHold, events: readonly Recorded<NdaEvent>[]): string {
  const last = events.findLast(({ type }) => type === 'LegalHoldSet');
  if (last?.type !== 'LegalHoldSet') throw new Error('the legal hold was not recorded');
  if (last.personal?.reason === reason) return `NDA ${id} is under legal hold since ${last.at}.`;
  throw new OperatorError(
    `NDA ${id} is under legal hold since ${last.at} for another reason, which stays. Lift that hold first to give a new one.`,
  );
}
