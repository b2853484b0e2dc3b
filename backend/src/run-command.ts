/** Runs a command of `npm run …` on its arguments: what goes wrong is said in one line, without a stack trace, and exit code 1. */
export function runCommand(main: (args: readonly string[]) => Promise<void>): void {
  main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
