// npm run mails: writes every kind of mail in both languages, with sample data, as .html and .txt into
// .cache/mails.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildBackend, install, requireNode, root } from './workspace.mjs';

const folder = join(root, '.cache/mails');
const say = (text) => console.log(text);

requireNode();
await install(say);
await buildBackend(say);
const samples = join(root, 'backend/dist/mail/testing/sample-mails.js');
const { sampleMails } = await import(pathToFileURL(samples).href);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const mails = sampleMails();
for (const { name, mail } of mails) {
  const answers =
    mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo.name} <${mail.replyTo.address}>`];
  const headers = Object.entries(mail.headers).map(([key, value]) => `${key}: ${value}`);
  const lines = [`Subject: ${mail.subject}`, ...answers, ...headers, '', mail.text];
  writeFileSync(join(folder, `${name}.html`), mail.html);
  writeFileSync(join(folder, `${name}.txt`), lines.join('\n'));
}
say(`${mails.length} mails in ${folder}`);
