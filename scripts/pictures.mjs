// npm run pictures: installs, then draws icons and the pictures that other sites show beside a link, into
// frontend/public/. Their words and their mark have changed, or one of them is new: run it and commit what it made.
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { install, requireNode, root, run } from './workspace.mjs';

requireNode();
await install(console.log);
await ensureBrowser(console.log);
await run(process.execPath, [join(root, 'frontend/draw-pictures.mjs')], { loud: true });
