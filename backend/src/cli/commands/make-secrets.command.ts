import { resolve } from 'node:path';
import { UsageError } from '../../platform/errors/operator-error.js';
import { callersFolder } from '../../platform/config/process-environment.js';
import { argumentsOf, type Command, EXIT, requireNoMoreArguments } from '../command.js';

const named = (path: string): string => resolve(callersFolder(), path);

export const makeSecretsCommand: Command = {
  name: 'secrets:make',
  summary: 'Makes the missing secrets, each in its own file',
  usage: ['<folder> [--copy-of <folder>] [--database <folder> --database-host <host>]'],
  notes: [
    'Existing secrets stay unchanged. All of them are in <folder>/secrets.',
    '--copy-of        the secrets of the original, for a copy of it (a drill, a staging system): the copy opens the same data, gets a new first key in APPEND_KEY, and new keys for everything that it signs',
    '--database       also makes the password of PostgreSQL in that folder, and the address with that password in database-url',
    '--database-host  the host in that address',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, {
      'copy-of': { type: 'string' },
      database: { type: 'string' },
      'database-host': { type: 'string' },
    });
    const [folder, ...rest] = positionals;
    if (folder === undefined) throw new UsageError('The folder for the secrets is missing.');
    requireNoMoreArguments(rest);
    const { 'copy-of': copyOf, database, 'database-host': host } = values;
    if (copyOf === '') throw new UsageError('--copy-of needs the folder with the secrets of the original.');
    if ((database === undefined) !== (host === undefined))
      throw new UsageError('Give --database and --database-host together, or neither of them.');
    const asked =
      database === undefined || host === undefined ? undefined : { folder: named(database), host };
    return async ({ print }) => {
      const { makeSecrets } = await import('../make-secrets.js');
      print(await makeSecrets(named(folder), { database: asked, copyOf: copyOf && named(copyOf) }));
      return EXIT.done;
    };
  },
};
