// npm run test:browsers: signs in browsers that give a page something else than what they show of a canvas, Firefox with
// its protections on and a Chromium that answers noise, and compares what is stored with what was drawn. Ends red
// where there is no Firefox.
import { join } from 'node:path';
import { ensureBrowser, ensureFirefox } from './browser.mjs';
import { SITE } from './configured-site.mjs';
import { ADMIN_PASSWORD, startBackend } from './running-backend.mjs';
import { buildBackend, buildFrontend, install, requireNode, root, runPackage } from './workspace.mjs';

requireNode();
let backend;
try {
  await install(console.log);
  await buildBackend(console.log);
  await buildFrontend(console.log);
  await ensureBrowser(console.log);
  await ensureFirefox(console.log);
  backend = await startBackend({ env: SITE });
  await runPackage('@playwright/test/cli.js', ['test', '--config', 'playwright.protected.config.ts'], {
    cwd: join(root, 'frontend'),
    env: { E2E_BASE_URL: backend.url, E2E_ADMIN_PASSWORD: ADMIN_PASSWORD },
    loud: true,
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await backend?.stop();
}
