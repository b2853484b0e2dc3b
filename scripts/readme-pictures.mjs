// npm run pictures:readme: draws the two pictures of the README into docs/pictures/. Builds the service, and
// makes and signs an example agreement for the pictures. Run it when the wizard or the document has changed,
// and commit the result. Needs pdftoppm and pdftotext (Debian: poppler-utils). Also prints the response of
// /api/verify for the document, because the README shows a shortened version of that response.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { ensureBrowser, playwright } from './browser.mjs';
import { startBackend } from './running-backend.mjs';
import { ask, askJson } from './screenshot-agreements.mjs';
import { buildBackend, buildFrontend, install, requireNode, root } from './workspace.mjs';

const SIZE = { width: 1440, height: 900 };
/** The page with both signatures has this heading. */
const SIGNATURES = 'Signatures';

requireNode();
await install(console.log);
await buildBackend(console.log);
await buildFrontend(console.log);
await ensureBrowser(console.log);
const { EXAMPLES } = await import(pathToFileURL(join(root, 'contracts/dist/examples.js')).href);
const { draft } = EXAMPLES.createNda;
const { chromium, request, executablePath, args } = playwright();
const backend = await startBackend();
const browser = await chromium.launch({ executablePath, args });
try {
  await drawWizard();
  await drawDocument();
} finally {
  await browser.close();
  await backend.stop();
}

async function drawWizard() {
  const context = await browser.newContext({ baseURL: backend.url, viewport: SIZE, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/create?lang=en');
  await page.getByLabel('Title of the idea').fill(draft.ideaTitle);
  const name = page.getByLabel('Name', { exact: true });
  await name.nth(0).fill(draft.party1Name);
  await name.nth(1).fill(draft.party2Name);
  await page.getByLabel('Company').nth(1).fill(draft.party2Company);
  const address = page.getByLabel('E-mail address');
  await address.nth(0).fill(draft.party1Email);
  await address.nth(1).fill(draft.party2Email);
  await page.locator('textarea').first().fill(draft.ideaDescription);
  // The agreement is in German until its language is changed in the second step.
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.getByRole('radio', { name: 'English' }).check({ force: true });
  await page.getByRole('button', { name: 'Back' }).click();
  await page.evaluate(() => {
    document.activeElement?.blur();
    window.scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(root, 'docs/pictures/wizard.png'), animations: 'disabled' });
}

async function drawDocument() {
  const client = await request.newContext({ baseURL: backend.url });
  const pdf = await signedPdf(client);
  const file = join(root, '.cache/signed.pdf');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, pdf);
  const page = pageWith(file, SIGNATURES);
  const picture = join(root, 'docs/pictures/signed-pdf');
  const part = ['-x', '0', '-y', '0', '-W', '910', '-H', '720'];
  execFileSync('pdftoppm', [
    '-png',
    '-r',
    '110',
    '-f',
    page,
    '-l',
    page,
    ...part,
    '-singlefile',
    file,
    picture,
  ]);
  const headers = { 'content-type': 'application/pdf', 'accept-language': 'en' };
  const answer = await client.fetch('/api/verify', { method: 'POST', headers, data: pdf });
  console.log(JSON.stringify(await answer.json(), null, 1));
}

async function signedPdf(client) {
  const { id } = await askJson(client, 'POST', '/api/ndas', { ...draft, language: 'en' });
  const { agreementHash } = await askJson(client, 'GET', `/api/ndas/${id}`);
  const { party1, party2 } = EXAMPLES.signNda;
  for (const [example, typed] of [
    [party1, draft.party1Name],
    [party2, draft.party2Name],
  ]) {
    const { signature } = await askJson(client, 'POST', '/api/signatures/typed', { name: typed, style: 1 });
    const body = { ...example, signature, signatureKind: 'typed', agreementHash };
    await ask(client, 'POST', `/api/ndas/${id}/sign`, body);
  }
  const payment = EXAMPLES.createPaymentIntent.party1;
  const intent = await askJson(client, 'POST', `/api/ndas/${id}/create-payment-intent`, payment);
  const card = EXAMPLES.confirmSandboxPayment.succeeds;
  await ask(client, 'POST', `/api/sandbox/payments/${intent.clientSecret}/confirm`, card);
  const { paymentIntentId } = intent;
  await ask(client, 'POST', `/api/ndas/${id}/confirm-payment`, { paymentIntentId });
  while ((await askJson(client, 'GET', `/api/ndas/${id}`)).status !== 'sent') await pause(500);
  return (await ask(client, 'GET', `/api/ndas/${id}/pdf`)).body();
}

/** Returns the number of the last page that contains the text, in the form that pdftoppm expects. */
function pageWith(file, text) {
  const pages = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).split('\f');
  const last = pages.findLastIndex((page) => page.includes(text));
  if (last < 0) throw new Error(`No page of ${file} holds '${text}'.`);
  return String(last + 1);
}
