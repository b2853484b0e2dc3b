// Compares the verdicts of our own verifier with those of the second verifier, on the sample documents and on
// some 2,000 changed copies of them.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './workspace.mjs';

const MUTATIONS_MIN = 400;
/**
 * Kinds of changes that damage the CMS so that only a lenient reader can read it. One verifier may then
 * return `altered` while the other verifier returns `unknown`.
 */
const IN_THE_CMS = ['a wrapper', 'a bit of the CMS'];

const pem = (der) =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

const mayDiffer = ({ kind, verdict }, second) =>
  IN_THE_CMS.includes(kind) && verdict !== 'authentic' && second !== 'authentic';

/**
 * Writes sample documents and changed copies into a folder.
 * @returns the arguments with which the second verifier checks these files
 */
async function makeDocuments(script, made) {
  await run(process.execPath, [
    join(root, 'backend/dist/verification/testing/sample-documents.main.js'),
    made,
  ]);
  const sealed = readdirSync(join(made, 'documents')).map((name) => join(made, 'documents', name));
  const named = [];
  for (const path of sealed) named.push(await run('python3', [script, '--certificates-of', path]));
  const certificates = join(made, 'certificates.pem');
  const authorities = join(made, 'authorities.pem');
  writeFileSync(certificates, named.join(''));
  writeFileSync(authorities, pem(readFileSync(join(made, 'trust/timestamp-root.der'))));
  return ['--documents', '--certificates', certificates, '--timestamp-authorities', authorities];
}

/**
 * @param answersTo returns the second verifier's verdict for each line
 * @throws Error that lists each document on which the verifiers disagree
 */
export async function changedDocuments(script, answersTo) {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-changed-'));
  try {
    const made = join(folder, 'made');
    const words = await makeDocuments(script, made);
    const { documents, mutations } = JSON.parse(readFileSync(join(made, 'made.json'), 'utf8'));
    const all = [
      ...documents.map((one) => ({ ...one, path: join(made, 'documents', `${one.name}.pdf`) })),
      ...mutations.map((one) => ({ ...one, path: join(made, 'mutations', `${one.name}.pdf`) })),
    ];
    const answers = answersTo(
      all.map(({ path }) => path),
      words,
    );
    const wrong = all
      .map((one, number) => ({ ...one, second: answers[number] }))
      .filter((one) => one.second !== one.verdict && !mayDiffer(one, one.second))
      .map(({ name, kind, what, verdict, second }) => `${name} (${kind}, ${what}): ${verdict}, ${second}`);
    if (mutations.length < MUTATIONS_MIN) wrong.push(`only ${mutations.length} changed documents`);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
