// The operator's commands: `npm run <command> -- <arguments>` runs one entry of the built backend, and leaves the
// build as it is.
import { spawnSync } from 'node:child_process';
import { builtBackend, programOf, requireNode } from './workspace.mjs';

requireNode();
try {
  await builtBackend((text) => console.error(`${text} …`));
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
const [entry, ...args] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [programOf(entry), ...args], { stdio: 'inherit' });
process.exitCode = status ?? 1;
