// Runs Lighthouse (https://developer.chrome.com/docs/lighthouse) on every page: see README.md.
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowser, playwright } from '../../browser.mjs';
import { SITE } from '../../configured-site.mjs';
import { ADMIN_PASSWORD, startBackend } from '../../running-backend.mjs';
import { buildFrontend, root } from '../../workspace.mjs';
import { npmTool } from '../npm-tool.mjs';

const ONLY = process.env.LIGHTHOUSE_ONLY?.split(',') ?? [];
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
/**
 * Number of failed runs that are tolerated for each page. On a busy machine the browser's recording is
 * sometimes unusable, and Lighthouse must run again.
 */
const FAILURES_MAX = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/**
 * Returns the performance score that a page should reach. A document should score higher than an application
 * page, because an application has to start first.
 */
const fastEnough = (kind) => (kind === 'document' ? 99 : 90);

const DEAD_LINK = {
  'errors-in-console': 'the link is dead, as no invitation was made, and the browser itself reports its 404',
};
/** Audits that a page cannot pass here, with the reasons. */
const OUT_OF_REACH = { sign: DEAD_LINK, remoteSignature: DEAD_LINK };

/**
 * Creates an agreement and logs in to the administration.
 * @returns the agreement's id, and the cookies for the agreement and for the administration
 */
async function prepare(url, { EXAMPLES }) {
  const post = async (path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return { answer: await answer.text(), cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const { answer, cookie } = await post('/api/ndas', EXAMPLES.createNda.draft);
  const admin = await post('/api/admin/login', { password: ADMIN_PASSWORD });
  return { id: JSON.parse(answer).id, cookies: { nda: cookie, dashboard: admin.cookie } };
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * @returns the median score of each category; `lost`, a function that returns the audits that cost points in
 * a category; and other figures as texts
 */
async function auditPage(address, cookie, { lighthouse, port }) {
  const runs = [];
  let failures = 0;
  while (runs.length < RUNS) {
    const { lhr } = await lighthouse(address, {
      port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: CATEGORIES,
      ...(cookie === undefined ? {} : { extraHeaders: { Cookie: cookie } }),
    });
    if (lhr.runtimeError === undefined) runs.push(lhr);
    else if ((failures += 1) > FAILURES_MAX) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  }
  const score = (name) => middle(runs.map(({ categories }) => Math.round(categories[name].score * 100)));
  const lostIn = ({ audits, categories }, name) =>
    categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
      .map(({ id }) => id);
  const lost = (name) => [...new Set(runs.flatMap((one) => lostIn(one, name)))];
  const figure = (read) => Math.round(middle(runs.map(read)));
  const figures = [
    `largest paint ${figure(({ audits }) => audits['largest-contentful-paint'].numericValue)} ms`,
    `blocked ${figure(({ audits }) => audits['total-blocking-time'].numericValue)} ms`,
    `benchmark index ${figure(({ environment }) => environment.benchmarkIndex)}`,
  ];
  return { scores: Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])), lost, figures };
}

/** @returns one line for each failure */
async function judge(id, page, address, cookie, tools) {
  const { scores, lost, figures } = await auditPage(address, cookie, tools);
  const limit = fastEnough(page.kind);
  const speed = scores.performance >= limit ? 'kept' : 'missed';
  console.log(
    `${id}: performance ${scores.performance} (${limit} ${speed}), accessibility ${scores.accessibility}, ` +
      `best practices ${scores['best-practices']}, SEO ${page.index ? scores.seo : '–'}; ` +
      `${figures.join(', ')}; load ${loadavg()[0].toFixed(1)} of ${availableParallelism()}`,
  );
  return CATEGORIES.slice(1)
    .filter((name) => (name !== 'seo' || page.index) && scores[name] < 100)
    .map((name) => ({ name, audits: lost(name).filter((audit) => OUT_OF_REACH[id]?.[audit] === undefined) }))
    .filter(({ audits }) => OUT_OF_REACH[id] === undefined || audits.length > 0)
    .map(({ name, audits }) => `${id}: ${name} is ${scores[name]}: ${audits.join(', ')}`);
}

export async function run() {
  const installed = await npmTool('lighthouse');
  await buildFrontend(console.log);
  await ensureBrowser(console.log);
  const contracts = (path) => import(pathToFileURL(join(root, 'contracts/dist', path)).href);
  const { PAGES } = await contracts('pages.js');
  const asked = Object.entries(PAGES).filter(
    ([id, { kind }]) => ONLY.length === 0 || ONLY.includes(id) || ONLY.includes(kind),
  );
  if (asked.length === 0) throw new Error(`LIGHTHOUSE_ONLY names nothing: ${ONLY.join(',')}`);
  const { executablePath, args } = playwright();
  const { launch } = await installed('chrome-launcher');
  const { default: lighthouse } = await installed('lighthouse');
  const backend = await startBackend({ env: SITE });
  const chrome = await launch({ chromePath: executablePath, chromeFlags: ['--headless=new', ...args] });
  try {
    const { id: nda, cookies } = await prepare(backend.url, await contracts('examples.js'));
    const failures = [];
    for (const [id, page] of asked) {
      const path = page.path.replace(':id/*', nda).replace(':token', 'no-such-token');
      failures.push(
        ...(await judge(id, page, `${backend.url}${path}`, cookies[id], { lighthouse, port: chrome.port })),
      );
    }
    if (failures.length > 0) throw new Error(failures.join('\n'));
  } finally {
    chrome.kill();
    await backend.stop();
  }
}
