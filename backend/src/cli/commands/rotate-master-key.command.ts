import { argumentsOf, type Command, EXIT, requireNoMoreArguments } from '../command.js';

export const rotateMasterKeyCommand: Command = {
  name: 'keys:rotate',
  summary: 'Wraps all keys with a new master key',
  usage: [''],
  notes: [
    'MASTER_KEY is the new key, MASTER_KEY_OLD the key used so far. First restart every backend with both.',
    'You can run the command again at any time.',
  ],
  prepare: (args) => {
    requireNoMoreArguments(argumentsOf(args, {}).positionals);
    return async ({ print, interruption }) => {
      const { rewrapAllKeys } = await import('../rewrap-all-keys.js');
      const rewrapped = await rewrapAllKeys(interruption);
      print(
        `${rewrapped} keys are wrapped by the new master key. Restart every backend with the new key only, and keep the old key together with the backups that exist now.`,
      );
      return EXIT.done;
    };
  },
};
