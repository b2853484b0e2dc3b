import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, EXIT, requireNoMoreArguments } from '../command.js';
import {
  type AddressArgument,
  addressArgument,
  knownAddress,
  readAddress,
  requireUsableAddress,
} from '../address-argument.js';

const SCHEMES = ['postgres:', 'postgresql:'];
const isUrl = (address: string): boolean => /^postgres(ql)?:\/\//.test(address);

/**
 * Checks source and target. If an address is undefined, it is in a file that has not been read yet. Such an
 * address is not checked.
 * @throws UsageError
 */
function requireTwo([from, to]: readonly (string | undefined)[]): void {
  // No message repeats an address, because it can contain a password.
  for (const [what, address] of Object.entries({ 'The source': from, 'The target': to }))
    if (address !== undefined && isUrl(address)) requireUsableAddress(what, address, SCHEMES);
  if (from !== undefined && !isUrl(from) && !existsSync(join(from, 'postgres')))
    throw new UsageError(`The folder ${from} holds no embedded database.`);
  if (from === undefined || to === undefined) return;
  const areFolders = !isUrl(from) && !isUrl(to) && existsSync(to);
  if (from === to || (areFolders && realpathSync(from) === realpathSync(to)))
    throw new UsageError('Source and target are the same. Name two different databases.');
}

const MISSING = 'Give a source and a target, the source first.';

/** @throws UsageError */
function addressesIn(
  positionals: readonly string[],
  files: { readonly 'from-file'?: string | undefined; readonly 'to-file'?: string | undefined },
): readonly [AddressArgument, AddressArgument] {
  const { 'from-file': fromFile, 'to-file': toFile } = files;
  const left = [...positionals];
  const next = (file: string | undefined): string | undefined =>
    file === undefined ? left.shift() : undefined;
  const from = addressArgument('--from-file', next(fromFile), fromFile, MISSING);
  const to = addressArgument('--to-file', next(toFile), toFile, MISSING);
  requireNoMoreArguments(left);
  requireTwo([knownAddress(from), knownAddress(to)]);
  return [from, to];
}

export const copyDatabaseCommand: Command = {
  name: 'database:copy',
  summary: 'Moves the data to another PostgreSQL server, or out of an old major version',
  usage: [
    '[--overwrite] <from> <to>',
    '[--overwrite] [--from-file <file>] [--to-file <file>] [<from>] [<to>]',
  ],
  notes: [
    'Source and target are each a postgres:// URL, or a DATA_DIR whose embedded server runs during the copy.',
    'The DATA_DIR of the target is created if it is missing. Stop every backend first, on all machines.',
    '--from-file, --to-file  a file that holds the URL; use it because every account of the machine can read arguments',
    '--overwrite             replaces the data of the target; without it a target with data is refused',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, {
      overwrite: { type: 'boolean' },
      'from-file': { type: 'string' },
      'to-file': { type: 'string' },
    });
    const [source, target] = addressesIn(positionals, values);
    const overwrite = values.overwrite === true;
    return async ({ print, interruption }) => {
      const [from, to] = [await readAddress(source), await readAddress(target)];
      requireTwo([from, to]);
      const { copyBetween } = await import('../copy-between.js');
      await copyBetween({ from, to, overwrite, say: print, interruption });
      print('All copied.');
      return EXIT.done;
    };
  },
};
