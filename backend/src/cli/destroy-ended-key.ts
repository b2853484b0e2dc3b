import { systemContext } from '../bus/system-context.js';
import type { EndedKeys } from '../closed-streams/ended-keys.js';
import { StreamRecords } from '../closed-streams/records.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { lenientNdaDecider } from '../nda/nda.decider.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import type { KeyInStream } from '../erasure/destruction-calls.js';
import { newId } from '../platform/crypto/ids.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { Clock } from '../platform/time/clock.js';
import type { CallForEndedKey } from '../trust-stream/records.commands.js';
import type { EndedStream } from '../trust-stream/records.state.js';
import { TRUST_PREFIX } from '../eventsourcing/trust/ended.js';

export interface DestroyingParts {
  readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>;
  readonly endedKeys: Pick<EndedKeys, 'call' | 'dropJobs'>;
  /** Returns what the stream's own events, and the records about it, say about its key. */
  readonly keyInStream: (stream: string) => Promise<Pick<KeyInStream, 'keyDestroyedAt'>>;
  /** Erases the stream if its events, or the records about it, call for that. */
  readonly erase: (stream: string) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Destroys the key of a stream that the operator ended, and records the receipt (rule:ended-keys-go-by-a-word).
 * Safe to repeat: a command that was killed is finished by the next one, or by a backend.
 * @param reason if it is undefined, nothing is changed
 * @returns what was done, or would be done
 * @throws OperatorError if the stream was not ended, has no key, or is under legal hold, or if the records about
 * it are closed
 */
export async function destroyEndedKey(
  parts: DestroyingParts,
  stream: string,
  reason: string | undefined,
): Promise<string> {
  const { commands, endedKeys, clock } = parts;
  if (stream.startsWith(TRUST_PREFIX)) throw new OperatorError(`${stream} has no key.`);
  const { ended } = await new StreamRecords(commands).readWhole(stream);
  if (ended === null) throw notEnded(stream);
  const { keyDestroyedAt } = await parts.keyInStream(stream);
  if (keyDestroyedAt !== null) {
    if (reason !== undefined) await endedKeys.dropJobs(stream);
    return `The key of ${stream} is destroyed since ${keyDestroyedAt}.`;
  }
  if (reason === undefined) return wouldText(stream, ended);
  const context = { ...systemContext(clock, newId()), actor: 'admin' } as const;
  try {
    await endedKeys.call(stream, { reason, ...(await countedIn(commands, stream)) }, context);
  } catch (error) {
    if (error instanceof RuleBroken && error.code === 'legal_hold') throw onHold(stream);
    throw error;
  }
  await parts.erase(stream);
  return receiptText(commands, stream);
}

/** Returns whether the events of an agreement that count say that it is under legal hold, and until when they go. */
async function countedIn(
  commands: DestroyingParts['commands'],
  stream: string,
): Promise<Pick<CallForEndedKey, 'isHeld' | 'countedUntil'>> {
  if (!stream.startsWith(NDA_STREAM_PREFIX)) return { isHeld: false, countedUntil: null };
  const { state, head } = await commands.lastTrusted(lenientNdaDecider, ndaIdOf(stream));
  return { isHeld: state.legalHoldSince !== null, countedUntil: head.at };
}

const wouldText = (stream: string, { last }: EndedStream): string =>
  [
    `The key of ${stream} would be destroyed, for good. The stream was ended ${last === null ? 'before its first event' : `behind event ${last.revision}`}.`,
    'Its events stay provable, and nobody can read anymore what is encrypted in them.',
    "Nothing was changed. To do it, run the same command with --reason '…'.",
  ].join('\n');

const notEnded = (stream: string): OperatorError =>
  new OperatorError(
    stream.startsWith(NDA_STREAM_PREFIX)
      ? `${stream} was not ended. Nothing was changed. An agreement that counts is erased by siegel nda:erase ${ndaIdOf(stream)}.`
      : `${stream} was not ended, so its own events decide about its key. Nothing was changed.`,
  );

const onHold = (stream: string): OperatorError =>
  new OperatorError(
    `${stream} is under legal hold, so its key was not destroyed. Lift the hold first: siegel nda:hold ${ndaIdOf(stream)} --lift`,
  );

/** Returns the receipt. Anyone can verify it with the public keys of the service. */
async function receiptText(commands: DestroyingParts['commands'], stream: string): Promise<string> {
  const receipt = await new StreamRecords(commands).destructionOf(stream);
  if (receipt === undefined) throw new Error('the destruction of the key was not recorded');
  return [`The key of ${stream} is destroyed.`, JSON.stringify(receipt, null, 2)].join('\n');
}
