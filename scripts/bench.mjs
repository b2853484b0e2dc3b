// npm run bench [-- <section> …]: installs, builds, then measures what is promised; ends with 1 when a limit
// is missed. `growth` takes further sizes, in events.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildBackend, buildFrontend, install, requireNode, root } from './workspace.mjs';

requireNode();
const say = (text) => console.error(`${text} …`);
await install(say);
await buildBackend(say);
await buildFrontend(say);
const entry = join(root, 'backend/dist/bench/bench.main.js');
const { status } = spawnSync(process.execPath, [entry, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
