import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { CalledWrongly } from '../../platform/operator-error.js';
import { argumentsOf, type Command, EXIT, noMore } from '../command.js';

const isUrl = (place: string): boolean => /^postgres(ql)?:\/\//.test(place);

/** @throws CalledWrongly */
function placesIn([from, to, ...rest]: readonly string[]): readonly [string, string] {
  if (from === undefined || to === undefined)
    throw new CalledWrongly('A source and a target are needed, the source first.');
  noMore(rest);
  if (!isUrl(from) && !existsSync(join(from, 'postgres')))
    throw new CalledWrongly(`${from} holds no embedded database.`);
  const areFolders = !isUrl(from) && !isUrl(to) && existsSync(to);
  if (from === to || (areFolders && realpathSync(from) === realpathSync(to)))
    throw new CalledWrongly('Source and target are the same.');
  return [from, to];
}

export const copyDatabaseCommand: Command = {
  name: 'database:copy',
  summary: 'Moves the data to another PostgreSQL, or out of an old major version',
  usage: ['[--overwrite] <from> <to>'],
  notes: [
    'Each is a postgres:// URL, or a DATA_DIR whose embedded server is started for the time of the copy.',
    'The DATA_DIR of the target is made where it is missing. Stop every backend first.',
    '--overwrite  replaces what the target holds; without it such a target is refused',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, { overwrite: { type: 'boolean' } });
    const [from, to] = placesIn(positionals);
    const overwrite = values.overwrite === true;
    return async ({ print, interruption }) => {
      const { copyBetween } = await import('../copy-between.js');
      await copyBetween({ from, to, overwrite, say: print, interruption });
      print('All copied.');
      return EXIT.done;
    };
  },
};
