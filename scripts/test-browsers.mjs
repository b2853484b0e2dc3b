// npm run test:browsers: makes signatures in browsers that protect against fingerprinting: Firefox with its
// protections on, and a Chromium that returns noise. In such a browser, the pixels that a page reads from a
// canvas differ from the pixels on the screen. Compares the stored picture with the drawn picture. Fails if
// Firefox is missing.
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
