// npm run pictures: installs the packages, then draws pictures into frontend/public/. These are the icons,
// and the pictures that other sites show beside a link. Run it if a picture is new or if its text or logo has
// changed, and commit the result.
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { install, requireNode, root, run } from './workspace.mjs';

requireNode();
await install(console.log);
await ensureBrowser(console.log);
await run(process.execPath, [join(root, 'frontend/draw-pictures.mjs')], { loud: true });
