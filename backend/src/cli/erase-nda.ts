import { createInterface } from 'node:readline/promises';
import { systemContext } from '../bus/system-context.js';
import type { KeyEraser } from '../erasure/erase-key.js';
import { lenientNdaDecider, ndaDecider } from '../nda/nda.decider.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import type { Commands } from '../bus/commands.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Clock } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { DestructionReceipt } from '../vault/erasure.js';
import { noSuchNda } from './no-such-nda.js';

export interface EraseNdaParts {
  readonly commands: Commands;
  readonly eraser: Pick<KeyEraser, 'erase'>;
  readonly clock: Clock;
  /** Asks the operator to confirm. If the result is false, nothing is erased. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/**
 * Erases an NDA for the operator (rule:erasure-destroys-the-key) and waits until the NDA's key is destroyed.
 * If the NDA is already erased, the operator is not asked to confirm.
 * @throws OperatorError if the NDA does not exist, if it is under legal hold, or if the operator does not
 * confirm
 */
export async function eraseNda(parts: EraseNdaParts, ndaId: string): Promise<DestructionReceipt> {
  const { commands, eraser, clock, confirm } = parts;
  const { state, revision } = await commands.state(lenientNdaDecider, ndaId);
  if (revision < 0) throw noSuchNda(ndaId);
  if (state.erasedAt === null) {
    if (state.legalHoldSince !== null) throw onHold(ndaId);
    const question = `Erase NDA ${ndaId} (${state.status}, created ${state.createdAt}) permanently? Nobody can read it afterwards, not even from a backup.`;
    if (!(await confirm(question))) throw new OperatorError("The answer was not 'yes'. Nothing was erased.");
    await decide({ commands, clock }, ndaId);
  }
  await eraser.erase(ndaId);
  const { events } = await commands.state(lenientNdaDecider, ndaId);
  return receiptIn(events);
}

async function decide(
  { commands, clock }: Pick<EraseNdaParts, 'commands' | 'clock'>,
  ndaId: string,
): Promise<void> {
  const context = { ...systemContext(clock, newId()), actor: 'admin' } as const;
  try {
    await commands.run(ndaDecider, ndaId, { type: 'EraseNda', reason: 'admin' }, context);
  } catch (error) {
    if (error instanceof RuleBroken && error.code === 'legal_hold') throw onHold(ndaId);
    throw error;
  }
}

const onHold = (ndaId: string): OperatorError =>
  new OperatorError(
    `NDA ${ndaId} is under legal hold and was not erased. Lift the hold first: siegel nda:hold ${ndaId} --lift`,
  );

function receiptIn(events: readonly Recorded<NdaEvent>[]): DestructionReceipt {
  const last = events.findLast((event) => event.type === 'NdaKeyDestroyed');
  if (last?.type !== 'NdaKeyDestroyed') throw new Error('the destruction of the key was not recorded');
  return last.open;
}

const signedReceipt = (ndaId: string, receipt: DestructionReceipt): object => ({
  stream: ndaStream(ndaId),
  ...receipt,
});

/**
 * Returns the receipt as text for the operator. Anyone can verify the receipt with the service's public keys.
 */
export const receiptText = (ndaId: string, receipt: DestructionReceipt): string =>
  [
    `NDA ${ndaId} is erased: its key is destroyed.`,
    JSON.stringify(signedReceipt(ndaId, receipt), null, 2),
  ].join('\n');

/** Returns the receipt as one line of JSON, for other programs to read. */
export const receiptLine = (ndaId: string, receipt: DestructionReceipt): string =>
  JSON.stringify(signedReceipt(ndaId, receipt));

/** Asks a question on the terminal. Every answer except `yes` means no. */
export async function askYes(
  question: string,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  try {
    // Ctrl-C and Ctrl-D close the terminal without an answer.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(`${question}\nType yes to continue: `), closed]);
    return answer.trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
}
