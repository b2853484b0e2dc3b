// npm run bench [-- <section> [<size> …] …]: installs, builds, then measures the promised figures. Ends with
// exit code 1 if a limit is missed or a section fails. `growth` runs only if it is named, and takes
// additional sizes, in events. `pages` is measured in a browser.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { benchPages } from './bench-pages.mjs';
import { compile } from './compiler.mjs';
import { buildBackend, buildFrontend, install, requireNode, root } from './workspace.mjs';

requireNode();
const say = (text) => console.error(`${text} …`);
await install(say);
await buildBackend(say);
await buildFrontend(say);
await compile(['backend/bench']);
const entry = join(root, 'backend/dist/bench/bench.main.js');
// The same values as in the container image (docs/operations.md, Memory).
const memory = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536' };
// The bench's own process generates the load. If its young generation were small, its garbage collection
// pauses would be measured as delays of the service.
const roomy = '--max-semi-space-size=64';
const words = process.argv.slice(2);
const others = words.filter((word) => word !== 'pages');
const missed = [];
if (words.length === 0 || words.includes('pages')) {
  try {
    await ensureBrowser(say);
    missed.push(!(await benchPages()));
  } catch (error) {
    // The other sections are still measured.
    console.error('FAILED: pages\n', error);
    missed.push(true);
  }
}
if (words.length === 0 || others.length > 0) {
  const { status } = spawnSync(process.execPath, [roomy, entry, ...others], {
    env: { ...process.env, ...memory },
    stdio: 'inherit',
  });
  missed.push(status !== 0);
}
process.exitCode = missed.includes(true) ? 1 : 0;
