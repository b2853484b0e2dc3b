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
// As the image sets them (docs/operations.md, Memory).
const memory = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' };
const { status } = spawnSync(process.execPath, [entry, ...process.argv.slice(2)], {
  env: { ...process.env, ...memory },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
