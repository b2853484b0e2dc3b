// Starts a service, and runs the browser tests against it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTestBrowser } from '../browser.mjs';
import { SITE } from '../configured-site.mjs';
import { ADMIN_PASSWORD, startBackend } from '../running-backend.mjs';
import { root, runPackage } from '../workspace.mjs';
import { complain, count, fail, say } from './tally.mjs';

export async function browserTests(results) {
  say('Tests in the browser');
  const report = join(results, 'browser.json');
  let backend;
  try {
    await ensureTestBrowser(say);
    backend = await startBackend({ env: SITE });
    const env = {
      E2E_BASE_URL: backend.url,
      E2E_ADMIN_PASSWORD: ADMIN_PASSWORD,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    };
    await runPackage('@playwright/test/cli.js', ['test', '--reporter=line,json'], {
      cwd: join(root, 'frontend'),
      env,
    });
  } catch (error) {
    const why = `Tests in the browser\n${error.message}\n${backend?.output() ?? ''}`;
    if (existsSync(report)) complain(why);
    else fail(why);
  } finally {
    await backend?.stop();
  }
  if (!existsSync(report)) return;
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  const { expected, flaky, unexpected } = stats;
  const none = expected + unexpected + flaky === 0 ? 1 : 0;
  count({ passed: expected + flaky, failed: unexpected + none + (unexpected === 0 ? errors.length : 0) });
}
