import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, type CommandIo, EXIT, type ExitCode } from '../command.js';

interface Asked {
  /** Path of a list of erasures; by default the list in this DATA_DIR. */
  readonly list: string | undefined;
  readonly wanted: readonly string[] | 'all';
  readonly json: boolean;
}

const STREAM = /^(nda-|voucher-|withdrawal-)[0-9a-f-]+$/;

/** Returns the options of a call. @throws UsageError */
function askedIn(args: readonly string[]): Asked {
  const { values, positionals } = argumentsOf(args, {
    list: { type: 'string' },
    all: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const strange = positionals.find((name) => !STREAM.test(name));
  if (strange !== undefined)
    throw new UsageError(`'${strange}' is not the name of a stream. A stream has a name such as nda-<id>.`);
  if (values.all === true && positionals.length > 0)
    throw new UsageError('Give either --all or the names of streams.');
  if (values.list === '') throw new UsageError('--list needs the name of a file.');
  return {
    list: values.list,
    wanted: values.all === true ? 'all' : positionals,
    json: values.json === true,
  };
}

async function apply({ list, wanted, json }: Asked, { print, interruption }: CommandIo): Promise<ExitCode> {
  const [{ basename, dirname }, { withInfrastructure }, { createErasers }, byWord, lists, keys] =
    await Promise.all([
      import('node:path'),
      import('../operator-context.js'),
      import('../../app/erasers.js'),
      import('../waiting-erasures.js'),
      import('../../erasure/erasure-list.js'),
      import('../../erasure/known-receipt-keys.js'),
    ]);
  const file = list === undefined ? undefined : await readableFile(list);
  let isDone = false;
  await withInfrastructure({ interruption }, async (infrastructure, config) => {
    const { commands, pool, receipts } = infrastructure;
    // This command settles no voucher. A backend finds out later whether the voucher pays, and then finishes
    // the erasure.
    const settle = () => Promise.reject(new Error('left to a backend'));
    const erasers = createErasers(infrastructure, { config, commands, settle });
    const folder = file === undefined ? config.dataDir : dirname(file);
    const looked = file === undefined ? erasers.list : new lists.ErasureList(folder, basename(file));
    const receiptKeys = new keys.KnownReceiptKeys(folder, receipts);
    const parts = { pool, list: looked, receiptKeys, receipts, erasers };
    const waiting = await byWord.waitingErasures(parts);
    if (wanted.length === 0) {
      isDone = waiting.length === 0;
      if (json) return print(JSON.stringify({ list: looked.path, waiting }));
      if (isDone) return print(`No line of ${looked.path} waits for your decision.`);
      return print([...waiting.map(byWord.waitingText), 'Nothing was changed.'].join('\n'));
    }
    const applied = await byWord.applyConfirmed(parts, waiting, wanted);
    isDone = applied.every(({ result }) => result === 'again' || result === 'later');
    print(json ? JSON.stringify({ list: looked.path, applied }) : linesOf(applied.map(byWord.appliedText)));
  });
  return isDone ? EXIT.done : EXIT.notDone;
}

const linesOf = (lines: readonly string[]): string =>
  lines.length === 0 ? 'No line waits for your decision.' : lines.join('\n');

/** @throws UsageError with the path of the file if the file cannot be read */
async function readableFile(path: string): Promise<string> {
  const [{ readArgumentFile }, { access }] = await Promise.all([
    import('../argument-file.js'),
    import('node:fs/promises'),
  ]);
  return readArgumentFile(path, async (whole) => {
    await access(whole);
    return whole;
  });
}

export const applyErasuresCommand: Command = {
  name: 'erasures:apply',
  summary: 'Shows the erasures of a list that wait for your decision, and repeats those that you name',
  usage: [
    '[--list <file>] [--json]',
    '<stream> … [--list <file>] [--json]',
    '--all [--list <file>] [--json]',
  ],
  notes: [
    'Without a stream the command changes nothing; its exit code is 1 if lines wait.',
    '--list  a list of erasures: DATA_DIR/erasures of a backend, or a copy; by default the list of this DATA_DIR',
    '--all   applies all waiting lines that were signed by a key of the service or by a key that the database names',
    'Works with or without a running backend. It never applies a line that no known key signed.',
  ],
  prepare: (args) => {
    const asked = askedIn(args);
    return (io) => apply(asked, io);
  },
};
