// Runs the operator's commands: `npm run <command> -- <arguments>` runs that command of the built backend.
// Builds the backend only if there is no build.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { builtBackend, OPERATOR, requireNode } from './workspace.mjs';

requireNode();
try {
  await builtBackend((text) => console.error(`${text} …`));
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
const child = spawn(process.execPath, [OPERATOR, ...process.argv.slice(2)], { stdio: 'inherit' });
// Forwards signals and waits, so that the command can close its connections. SIGINT is not forwarded, because
// a terminal sends Ctrl-C to the command too.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
