// npm run pictures: installs, then draws the icons, and the pictures that other sites show beside a link,
// into frontend/public/. Run it if a text or the logo in a picture has changed, or if a picture is new, and
// commit the result.
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { install, requireNode, root, run } from './workspace.mjs';

requireNode();
await install(console.log);
await ensureBrowser(console.log);
await run(process.execPath, [join(root, 'frontend/draw-pictures.mjs')], { loud: true });
