// npm start: installs missing packages, rebuilds everything that is out of date, and then runs the backend in
// the same process. The backend also serves the frontend. With `--modules` the command runs the compiled
// modules instead of the bundle. The bundle has no source maps, so breakpoints in the sources do not bind in
// it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import './end-with-parent.mjs';
import { buildBackend, buildFrontend, install, requireNode, root } from './workspace.mjs';

// Progress goes to stderr, because the log goes to stdout.
const say = (text) => console.error(`${text} …`);
requireNode();
try {
  await install(say);
  await buildBackend(say);
  await buildFrontend(say);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
const built = (path) => import(pathToFileURL(join(root, 'backend/dist', path)).href);
if (process.argv.includes('--modules')) void (await built('cli/serve.js')).serve();
else await built('main.js');
