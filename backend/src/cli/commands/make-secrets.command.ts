import { resolve } from 'node:path';
import { UsageError } from '../../platform/errors/operator-error.js';
import { callersFolder } from '../../platform/config/process-environment.js';
import { argumentsOf, type Command, EXIT, noMore } from '../command.js';

const named = (path: string): string => resolve(callersFolder(), path);

export const makeSecretsCommand: Command = {
  name: 'secrets:make',
  summary: 'Makes what is missing of the secrets, each in a file of its own',
  usage: ['<folder> [--database <folder> --database-host <host>]'],
  notes: [
    'What is there stays as it is. They lie in <folder>/secrets.',
    '--database       makes the password of PostgreSQL in that folder too, and the address with it in database-url',
    '--database-host  the host in that address',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, {
      database: { type: 'string' },
      'database-host': { type: 'string' },
    });
    const [folder, ...rest] = positionals;
    if (folder === undefined) throw new UsageError('The folder is missing.');
    noMore(rest);
    const { database, 'database-host': host } = values;
    if ((database === undefined) !== (host === undefined))
      throw new UsageError('--database and --database-host belong together.');
    const asked =
      database === undefined || host === undefined ? undefined : { folder: named(database), host };
    return async ({ print }) => {
      const { makeSecrets } = await import('../make-secrets.js');
      print(await makeSecrets(named(folder), asked));
      return EXIT.done;
    };
  },
};
