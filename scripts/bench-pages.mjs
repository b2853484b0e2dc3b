// The section `pages` of npm run bench. On a slow phone, it measures the first second of a page, and how long
// a key press in the wizard takes.
import { createServer, request as ask } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { playwright } from './browser.mjs';
import { startBackend } from './running-backend.mjs';
import { root } from './workspace.mjs';

const built = (path) => import(pathToFileURL(join(root, path)).href);

/**
 * A mid-range phone. `SLOWER` is the factor by which the phone's processor is slower than this machine's.
 * `NET` is the phone's network, in bytes per second, with the latency in milliseconds.
 */
const SLOWER = 4;
const NET = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const PAIRS = 9;
const TRACES = 5;
const KEY_ROUNDS = 3;
const KEYS_A_ROUND = 60;
/** Milliseconds between the key presses of somebody who types fast. */
const KEY_PAUSE_MS = 90;
/**
 * Minimum duration, in milliseconds, of the key presses that Event Timing reports. A key press that is not
 * reported was painted within this time.
 */
const EVENT_MIN_MS = 16;

const LIMITS = { lcp: 1.1, scriptMs: 30, create: 2.2, key: 2 };
const TITLE_FIELD = '#wizard-ideaTitle';
const DESCRIPTION_FIELD = '#wizard-ideaDescription';

/** Returns a page without the elements that fetch or run a script. */
const withoutScripts = (html) =>
  html
    .replace(/<script\b[^>]*\bsrc=[^>]*><\/script>/g, '')
    .replace(/<link\b[^>]*\brel="?modulepreload"?[^>]*>/g, '');

/**
 * Starts a proxy that forwards everything unchanged, except documents that are requested with `bare=1`. The
 * proxy removes the scripts from such a document, and compresses it as strongly as the backend does.
 */
async function startMirror(target) {
  const server = createServer((asked, answer) => {
    const bare = asked.url.includes('bare=1');
    const headers = { ...asked.headers, ...(bare && { 'accept-encoding': 'identity' }) };
    const onward = ask(new URL(asked.url, target), { method: asked.method, headers }, async (told) => {
      if (!bare) {
        answer.writeHead(told.statusCode, told.headers);
        told.pipe(answer);
        return;
      }
      const html = Buffer.concat(await told.toArray()).toString('utf8');
      const packed = brotliCompressSync(withoutScripts(html));
      const { etag: _, ...kept } = told.headers;
      answer.writeHead(told.statusCode, {
        ...kept,
        'content-encoding': 'br',
        'content-length': packed.length,
      });
      answer.end(packed);
    });
    asked.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${server.address().port}`, close: () => server.close() };
}

/** Runs in the page before everything else, and records the page's measurements. */
function watch(selector) {
  globalThis.told = { lcp: 0, usable: 0, keys: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.told.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, interactionId, duration } of list.getEntries())
      if (interactionId > 0 && name.startsWith('key')) globalThis.told.keys.push({ interactionId, duration });
  }).observe({ type: 'event', durationThreshold: 16 });
  if (selector === undefined) return;
  const field = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    field.disconnect();
    // Waits until the task that inserted the field has ended, because the field accepts no key before that.
    setTimeout(() => {
      globalThis.told.usable = performance.now();
      document.querySelector(selector).focus();
    });
  });
  field.observe(document, { subtree: true, childList: true });
}

/** Visits a page for the first time, with a browser that has nothing of the site yet. */
async function visit(browser, { url, path, selector, net = NET }, look) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (net !== null) await session.send('Network.emulateNetworkConditions', net);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(watch, selector);
    await page.goto(`${url}${path}`);
    return await look(page);
  } finally {
    await context.close();
  }
}

async function lcpOf(page) {
  await page.waitForLoadState('networkidle');
  const { lcp } = await page.evaluate(() => globalThis.told);
  if (lcp === 0) throw new Error('nothing was painted');
  return lcp;
}

/**
 * Presses a key as soon as the title field is usable, and waits until the field contains the letter.
 * @returns milliseconds until the field was usable
 */
async function usableAfter(page) {
  await page.waitForFunction(() => globalThis.told.usable > 0);
  await page.keyboard.press('k');
  await page.waitForFunction((selector) => document.querySelector(selector).value === 'k', TITLE_FIELD);
  return page.evaluate(() => globalThis.told.usable);
}

/** Returns the milliseconds that are covered by at least one of the spans, which may overlap. */
function together(spans) {
  let [sum, end] = [0, 0];
  for (const { ts, dur } of spans.toSorted((one, other) => one.ts - other.ts)) {
    sum += Math.max(0, ts + dur - Math.max(ts, end));
    end = Math.max(end, ts + dur);
  }
  return sum / 1000;
}

const SCRIPT_WORK = new Set([
  'EvaluateScript',
  'FunctionCall',
  'v8.compile',
  'v8.compileModule',
  'v8.produceCache',
]);

/** @returns milliseconds for which scripts of the page's own files kept the main thread busy */
async function scriptTime(browser, url) {
  const client = await browser.newBrowserCDPSession();
  const events = [];
  client.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile'] },
  });
  await visit(browser, { url, path: '/' }, (page) => page.waitForLoadState('networkidle'));
  const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  await client.send('Tracing.end');
  await complete;
  await client.detach();
  const own = events.filter(({ name, ph, args }) => {
    const file = args?.data?.url ?? args?.fileName ?? '';
    return ph === 'X' && SCRIPT_WORK.has(name) && file.startsWith(url);
  });
  if (own.length === 0) throw new Error('the trace shows no script of the page');
  return together(own);
}

/** @returns for each key press, milliseconds until its effect was painted */
async function keysOf(page, selector) {
  await page.locator(selector).click();
  await page.evaluate(() => (globalThis.told.keys = []));
  await page.keyboard.type('Ein Anhänger, der sich falten lässt. '.repeat(3).slice(0, KEYS_A_ROUND), {
    delay: KEY_PAUSE_MS,
  });
  // Waits for two frames and an idle moment. After that, the last entries of the observer have arrived.
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))),
      ),
  );
  const keys = await page.evaluate(() => globalThis.told.keys);
  const longest = new Map();
  for (const { interactionId, duration } of keys)
    longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
  const reported = [...longest.values()];
  return [...reported, ...Array(Math.max(0, KEYS_A_ROUND - reported.length)).fill(EVENT_MIN_MS)];
}

async function keysInWizard(browser, url) {
  return visit(browser, { url, path: '/create', selector: TITLE_FIELD, net: null }, async (page) => {
    await page.locator('.preview-aside').waitFor();
    return keysOf(page, DESCRIPTION_FIELD);
  });
}

async function keysInBareField(browser, url) {
  return visit(browser, { url, path: '/robots.txt', net: null }, async (page) => {
    await page.evaluate(() => document.body.replaceChildren(document.createElement('textarea')));
    return keysOf(page, 'textarea');
  });
}

async function times(count, work) {
  const results = [];
  for (let n = 0; n < count; n += 1) results.push(await work());
  return results;
}

async function measure(browser, url) {
  const { compared, median, quantile } = await built('backend/dist/bench/statistics.js');
  const { atMost, notSlower, only } = await built('backend/dist/bench/report.js');
  const pairs = await times(PAIRS, async () => ({
    siegel: await visit(browser, { url, path: '/' }, lcpOf),
    baseline: await visit(browser, { url, path: '/?bare=1' }, lcpOf),
    usable: await visit(browser, { url, path: '/create', selector: TITLE_FIELD }, usableAfter),
  }));
  const lcp = compared(pairs);
  const usable = compared(pairs.map(({ usable: siegel, siegel: baseline }) => ({ siegel, baseline })));
  const script = median(await times(TRACES, () => scriptTime(browser, url)));
  const keys = await times(KEY_ROUNDS, async () => ({
    wizard: await keysInWizard(browser, url),
    bare: await keysInBareField(browser, url),
  }));
  const p95 = (side) =>
    quantile(
      keys.flatMap((round) => round[side]),
      0.95,
    );
  const byRatio = (name, { ratio, ...sides }, most) => ({
    ...notSlower(name, { ...sides, most, unit: 'ms' }),
    ratio: ratio.toFixed(2),
    kept: ratio <= most,
  });
  return [
    byRatio('largest paint of /, by the same document without scripts', lcp, LIMITS.lcp),
    atMost('  script time of its own files', script, LIMITS.scriptMs, 'ms'),
    byRatio('/create takes a key in its first field, by that paint', usable, LIMITS.create),
    notSlower('key painted beside the live preview, by a bare field, p95', {
      siegel: p95('wizard'),
      baseline: p95('bare'),
      most: LIMITS.key,
      unit: 'ms',
    }),
    only('  load of the machine, by cores', loadavg()[0] / availableParallelism(), ''),
  ];
}

/** Prints the table. @returns true if every limit was kept */
export async function benchPages() {
  const { tableOf } = await built('backend/dist/bench/report.js');
  const { chromium, executablePath, args } = playwright();
  const backend = await startBackend();
  const mirror = await startMirror(backend.url);
  const browser = await chromium.launch({ executablePath, args });
  try {
    const lines = await measure(browser, mirror.url);
    console.log(`Chromium ${browser.version()}, processor ${SLOWER} times slower, 1.6 Mbit/s, 150 ms\n`);
    console.log(tableOf(lines));
    return lines.every(({ kept }) => kept !== false);
  } finally {
    await browser.close();
    mirror.close();
    await backend.stop();
  }
}
