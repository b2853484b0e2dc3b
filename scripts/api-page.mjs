// npm run api: writes docs/api.md, which lists all calls and all error codes. Starts a backend with an empty
// data folder, and writes the page from the OpenAPI document that this backend serves. With --check the
// command changes nothing, and fails if the page is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBackend } from './running-backend.mjs';
import { buildBackend, requireNode, root } from './workspace.mjs';

const PAGE = join(root, 'docs/api.md');
const say = (text) => console.log(text);

requireNode();
await buildBackend(say);
const backend = await startBackend();
try {
  const document = await (await fetch(`${backend.url}/api/openapi.json`)).json();
  const built = join(root, 'backend/dist/testing/repository/api-page.js');
  const { apiPage } = await import(pathToFileURL(built).href);
  const text = apiPage(document);
  if (!process.argv.includes('--check')) writeFileSync(PAGE, text);
  else if (readFileSync(PAGE, 'utf8') !== text) {
    console.error('docs/api.md is out of date: run npm run api');
    process.exitCode = 1;
  }
} finally {
  await backend.stop();
}
