import { ONE_LINE } from '@siegel/contracts/validation/lines';
import { UsageError } from '../../platform/errors/operator-error.js';
import type { RepairCall } from '../repair-call.js';
import { argumentsOf, type Command, type CommandIo, EXIT, type ExitCode } from '../command.js';

/** Characters. A reason is recorded in the log. */
const REASON_MAX = 500;
const STREAM = /^[a-z][a-z0-9._-]{1,200}$/;
const BRANCH = /^[0-9a-f]{8,64}$/;

/** @throws UsageError */
export function repairIn(args: readonly string[]): RepairCall {
  const { values, positionals } = argumentsOf(args, {
    from: { type: 'string', multiple: true },
    'streams-from': { type: 'string' },
    reason: { type: 'string' },
    end: { type: 'boolean' },
    branch: { type: 'string' },
    save: { type: 'string' },
    'begin-part': { type: 'boolean' },
    'destroy-key': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const { from = [], reason, end = false, branch, save, json = false } = values;
  const call = {
    streams: streamsIn(positionals, values['streams-from']),
    from,
    reason: reasonIn(reason),
    end,
    branch: branchIn(branch, positionals),
    save,
    beginPart: values['begin-part'] === true,
    destroyKey: values['destroy-key'] === true,
    json,
  };
  for (const [name, file] of [...from.map((file) => ['--from', file] as const), ['--save', save] as const])
    if (file === '') throw new UsageError(`${name} needs the name of a file.`);
  requireFitting(call);
  return call;
}

function streamsIn(positionals: readonly string[], file: string | undefined): RepairCall['streams'] {
  if (file === '') throw new UsageError('--streams-from needs the name of a file.');
  if (file !== undefined && positionals.length > 0)
    throw new UsageError('Give either names of streams or --streams-from.');
  if (file !== undefined) return { file };
  if (positionals.length === 0) throw new UsageError('The name of a stream is missing.');
  const strange = positionals.find((name) => !STREAM.test(name));
  if (strange !== undefined)
    throw new UsageError(`'${strange}' is not the name of a stream. A stream has a name such as nda-<id>.`);
  return positionals;
}

function reasonIn(text: string | undefined): string | undefined {
  const reason = text?.trim();
  if (reason === undefined) return undefined;
  if (reason === '' || reason.length > REASON_MAX || !ONE_LINE.test(reason))
    throw new UsageError(
      `--reason needs one line of 1 to ${REASON_MAX} characters. It is recorded in the log.`,
    );
  return reason;
}

function branchIn(branch: string | undefined, positionals: readonly string[]): string | undefined {
  if (branch === undefined) return undefined;
  if (!BRANCH.test(branch))
    throw new UsageError(`'${branch}' is not the beginning of a hash. Expected 8 to 64 hexadecimal digits.`);
  if (positionals.length !== 1)
    throw new UsageError('--branch decides one stream. Give the name of one stream.');
  return branch;
}

function requireFitting(call: RepairCall): void {
  const { end, reason, save, beginPart, destroyKey, from, branch } = call;
  const isRepairing = end || branch !== undefined || from.length > 0;
  if (save !== undefined && (reason !== undefined || isRepairing || beginPart || destroyKey))
    throw new UsageError(
      '--save only reads. Give it without --reason, --from, --end, --branch, --begin-part and --destroy-key.',
    );
  if (beginPart && destroyKey) throw new UsageError('Give either --begin-part or --destroy-key.');
  const option = beginPart ? '--begin-part' : '--destroy-key';
  if ((beginPart || destroyKey) && isRepairing)
    throw new UsageError(`${option} goes without --from, --end and --branch.`);
  if (beginPart && reason === undefined) throw new UsageError('--begin-part needs --reason.');
  if (beginPart && !isOne(call))
    throw new UsageError('--begin-part needs the name of one part of a trust stream, such as trust-1.');
  if (destroyKey && !isOne(call)) throw new UsageError('--destroy-key needs the name of one stream.');
}

const isOne = ({ streams }: RepairCall): boolean => Array.isArray(streams) && streams.length === 1;

async function repair(call: RepairCall, { print, printStderr, interruption }: CommandIo): Promise<ExitCode> {
  const [{ withInfrastructure }, { runRepair }] = await Promise.all([
    import('../operator-context.js'),
    import('../run-repair.js'),
  ]);
  let isDone = false;
  await withInfrastructure({ interruption, lostEnd: true }, async (infrastructure, config) => {
    const { signal } = interruption;
    isDone = await runRepair(infrastructure, config, call, { print, printStderr, signal });
  });
  return isDone ? EXIT.done : EXIT.notDone;
}

export const repairLogCommand: Command = {
  name: 'log:repair',
  summary: 'Shows what is wrong with streams that are not authenticated, and repairs them',
  usage: [
    '<stream> … [--from <file>]… [--json]',
    "<stream> … [--from <file>]… --reason '…' [--end] [--branch <hash>] [--json]",
    "--streams-from <file> [--from <file>]… [--reason '…'] [--end] [--json]",
    '<stream> … --save <file>',
    "<part of a trust stream> --begin-part --reason '…'",
    "<stream> --destroy-key [--reason '…']",
  ],
  notes: [
    'Without --reason the command changes nothing; its exit code is 1 if a stream is not whole.',
    '--from          a backup of pg_dump, an event file, or an evidence bundle, from which events are put back',
    '--reason        does what the command shows without it, and records the reason',
    '--end           ends a stream for good before an event that can be had no more',
    '--branch        the first digits of the hash of the event that counts, where the service wrote several',
    '--streams-from  a file with the name of one stream on each line',
    '--save          writes the events of the streams, as they are stored, into a new event file',
    '--begin-part    begins the part that follows a closed part of a trust stream',
    '--destroy-key   destroys the key of a stream that was ended, for good, and prints the receipt',
    'Every event that is taken out is saved in DATA_DIR/repairs first. Works with or without running backends,',
    'unless events that this service wrote give way to others.',
  ],
  prepare: (args) => {
    const call = repairIn(args);
    return (io) => repair(call, io);
  },
};
