import { argumentsOf, type Command, EXIT, requireNoMoreArguments } from '../command.js';

export const ownKeysCommand: Command = {
  name: 'keys:own',
  summary: "Lets a database that was restored for a copy accept the copy's own keys",
  usage: [''],
  notes: [
    'For a drill or a staging system whose secrets come from secrets:make --copy-of. Run it before the first start of the copy.',
    "Afterwards the database refuses the original's SESSION_SECRET and CHECKPOINT_KEY. The data stay as they are.",
    'No backend may run on this database.',
  ],
  prepare: (args) => {
    requireNoMoreArguments(argumentsOf(args, {}).positionals);
    return async ({ print, interruption }) => {
      const { useOwnKeys } = await import('../own-keys.js');
      print(await useOwnKeys(interruption));
      return EXIT.done;
    };
  },
};
