import 'reflect-metadata';
import { holdNda, parseHold } from './hold-nda.js';
import { withInfrastructure } from './operator-context.js';
import { runCommand } from './run-cli.js';

/**
 * `npm run nda:hold -- <nda id> --reason '…'` and `-- <nda id> --lift`: sets or lifts a legal hold, beside a
 * serving backend or without one. Exit code 0: it stands, or there is none; 1: the message says why not.
 */
runCommand(async (args) => {
  const hold = parseHold(args);
  await withInfrastructure(async (infrastructure) => {
    console.log(await holdNda(infrastructure, hold));
  });
});
