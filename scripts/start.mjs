// npm start: installs what is missing, builds what is stale, then becomes the backend, which serves the
// frontend too. With `--modules` it takes the backend as the compiler left it: the few files that the build puts it into
// do not know of which sources they are made, so that no breakpoint binds there.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import './end-with-parent.mjs';
import { buildBackend, buildFrontend, install, requireNode, root } from './workspace.mjs';

// Not where the log goes.
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
