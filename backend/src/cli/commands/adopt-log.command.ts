import { resolve } from 'node:path';
import { ONE_LINE } from '@siegel/contracts/validation/lines';
import type { AcceptedPlace } from '../../eventsourcing/trust/adoption.js';
import { isKeyName, placeNamed } from '../../eventsourcing/trust/place-names.js';
import { callersFolder } from '../../platform/config/process-environment.js';
import { UsageError } from '../../platform/errors/operator-error.js';
import type { AdoptCall } from '../adopt-log.js';
import { argumentsOf, type Command, EXIT, requireNoMoreArguments } from '../command.js';

/** Maximum number of characters of a reason. */
const REASON_MAX = 500;

/** @throws UsageError */
function placeIn(text: string): AcceptedPlace {
  const place = placeNamed(text);
  if (place === undefined)
    throw new UsageError(`'${text}' is not a place. Expected <stream>@<revision>, as in nda-…@4.`);
  return place;
}

/** @throws UsageError */
function keyNameIn(text: string): string {
  if (!isKeyName(text))
    throw new UsageError(`'${text}' is not the name of a key. A name has 8 hexadecimal digits.`);
  return text;
}

/** @throws UsageError */
function reasonIn(given: string | undefined, isNeeded: boolean): string | null {
  const reason = given?.trim() ?? '';
  if (given !== undefined && (reason === '' || reason.length > REASON_MAX || !ONE_LINE.test(reason)))
    throw new UsageError(`--reason must be one line of at most ${REASON_MAX} characters.`);
  if (isNeeded && reason === '')
    throw new UsageError('Give --reason: it is kept in the statement, for whoever asks later.');
  return reason === '' ? null : reason;
}

/** @throws UsageError */
export function adoptionIn(args: readonly string[]): AdoptCall {
  const many = { type: 'string', multiple: true } as const;
  const one = { type: 'string' } as const;
  const { values, positionals } = argumentsOf(args, {
    accept: many,
    'accept-from': one,
    retire: many,
    'key-lost': many,
    checkpoint: one,
    lists: one,
    reason: one,
  });
  requireNoMoreArguments(positionals);
  const { 'accept-from': acceptFrom, checkpoint, lists } = values;
  if (lists === '') throw new UsageError('--lists needs the folder with the DATA_DIRs of all backends.');
  const accept = (values.accept ?? []).map(placeIn);
  const retire = (values.retire ?? []).map(keyNameIn);
  const lostKeys = (values['key-lost'] ?? []).map(keyNameIn);
  if (lostKeys.length > 0 && checkpoint === undefined)
    throw new UsageError(
      '--key-lost needs --checkpoint: only a checkpoint that you kept outside of the service shows which events are from before the loss.',
    );
  const decides = accept.length > 0 || acceptFrom !== undefined || retire.length > 0 || lostKeys.length > 0;
  return {
    accept,
    acceptFrom,
    retire,
    lostKeys,
    checkpoint,
    lists: lists && resolve(callersFolder(), lists),
    reason: reasonIn(values.reason, decides),
  };
}

export const adoptLogCommand: Command = {
  name: 'log:adopt',
  summary: 'Adopts a log from before APPEND_KEY, or one that lost events, after verifying all of it',
  usage: [
    '[--lists <folder>]',
    "(--accept <stream@revision> … | --accept-from <file>) --reason '…'",
    "--retire <key name> … [--checkpoint <file>] --reason '…'",
    "--key-lost <key name> … --checkpoint <file> --reason '…'",
  ],
  notes: [
    'Stop every backend first, on all machines, and make a backup. You can interrupt the command and run it again.',
    'Without --accept it lists each broken place, one a line, and adopts nothing if there is one.',
    '--accept       a broken place that you accept; may be given several times',
    '--accept-from  a file with one place a line, as this command prints them',
    '--retire       a key of APPEND_KEY whose MACs count only for the events that the log has now',
    '--key-lost     a key that is lost: its events count as far as the kept checkpoint covers them',
    '--checkpoint   a checkpoint that you kept: an answer of GET /api/checkpoints. With --retire, the events that it covers are not listed',
    '--lists        the folder with the DATA_DIRs of all backends: the newest checkpoint that one of them kept counts',
    '--reason       why; one line, kept in the statement',
    'The statement LOG_ADOPTED is kept with the secrets. If these come from the environment, it is printed.',
  ],
  prepare: (args) => {
    const call = adoptionIn(args);
    return async (io) => {
      const { adoptStoredLog } = await import('../adopt-log.js');
      return (await adoptStoredLog(call, io)) ? EXIT.done : EXIT.notDone;
    };
  },
};
