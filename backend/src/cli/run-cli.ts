import { explainFailure } from './explain-failure.js';

/** Runs a command of `npm run …` on its arguments; a failure is explained, and the exit code is 1. */
export function runCommand(main: (args: readonly string[]) => Promise<void>): void {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(explainFailure(error));
    process.exitCode = 1;
  });
}
