// npm start: installs what is missing, builds what is stale, then becomes the backend, which serves the
// frontend too.
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
await import(pathToFileURL(join(root, 'backend/dist/main.js')).href);
