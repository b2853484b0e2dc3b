// The operator's commands: `npm run <command> -- <arguments>` runs one entry of the built backend.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildBackend, install, requireNode, root } from './workspace.mjs';

requireNode();
const say = (text) => console.error(`${text} …`);
await install(say);
await buildBackend(say);
const [entry, ...args] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [join(root, 'backend/dist/cli', `${entry}.main.js`), ...args],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
