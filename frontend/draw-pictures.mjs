// Draws the pictures of src/documents/pictures.tsx into public/. Writes hashes of the words in the pictures
// to src/documents/drawn-words.json. `npm run pictures` runs this script.
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { flatPng } from './flat-png.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const PLACES = JSON.parse(readFileSync(join(root, 'e2e/browsers.json'), 'utf8'));

/**
 * Starts a server that serves the source files of the styles, the fonts and the logo. Only this machine can
 * reach the server.
 */
async function serve() {
  const server = await createServer({
    root,
    logLevel: 'warn',
    cacheDir: join(root, '../.cache/vite-pictures'),
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  return server;
}

/**
 * Launches Chromium so that it draws letters in the same way on every machine: with greyscale antialiasing,
 * without hinting, in the sRGB colour space.
 */
function launch() {
  const executablePath = process.env.E2E_BROWSER ?? PLACES.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-lcd-text',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  });
}

/**
 * Draws a picture from its HTML and returns the PNG.
 * @throws Error if a file cannot be loaded, for example a font. Otherwise the browser would draw the text in
 * another font.
 */
async function shoot(browser, origin, { html, width, height, clear }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' });
  const failed = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  page.on('response', (response) => response.ok() || failed.push(response.url()));
  await page.route(`${origin}/picture`, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
  await page.goto(`${origin}/picture`);
  await page.evaluate(() => document.fonts.ready);
  if (failed.length > 0) throw new Error(`Not there: ${failed.join(', ')}`);
  const png = await page.screenshot({ omitBackground: clear });
  await page.close();
  return flatPng(png);
}

const server = await serve();
const browser = await launch();
try {
  const { PICTURES, wordHashes } = await server.ssrLoadModule('/src/documents/pictures.tsx');
  const origin = new URL(server.resolvedUrls.local[0]).origin;
  for (const picture of PICTURES) {
    const png = await shoot(browser, origin, picture);
    await writeFile(join(root, 'public', picture.file), png);
    console.log(`${picture.file}: ${(png.length / 1000).toFixed(1)} kB`);
  }
  const notes = join(root, 'src/documents/drawn-words.json');
  await writeFile(notes, `${JSON.stringify(wordHashes(), null, 2)}\n`);
} finally {
  await browser.close();
  await server.close();
}
