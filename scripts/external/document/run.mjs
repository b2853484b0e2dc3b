// Runs third-party programs on our documents, unchanged and changed: see README.md.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run as runCommand } from '../../workspace.mjs';
import { askVeraPdf, PROFILES, PROGRAMS } from './programs.mjs';
import { folder, installTools } from './tools.mjs';

const made = join(folder, 'made');
const trust = join(made, 'trust');
const DOCUMENTS_MIN = 12;
const MUTATIONS_MIN = 400;

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`;

async function timed(name, work) {
  const began = Date.now();
  const result = await work();
  console.log(`${name}: ${seconds(began)}`);
  return result;
}

/**
 * Creates documents and changed copies of documents (mutations). @returns both, each with the verdict of our
 * own check
 */
async function makeDocuments() {
  rmSync(made, { recursive: true, force: true });
  await timed('Making documents and mutations', () =>
    runCommand(process.execPath, [
      join(root, 'backend/dist/verification/testing/sample-documents.main.js'),
      made,
    ]),
  );
  return JSON.parse(readFileSync(join(made, 'made.json'), 'utf8'));
}

/** Returns a text that says how many documents got each answer. */
function tally(answers) {
  const counts = new Map();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].map(([answer, count]) => `${count} of ${answers.length} ${answer}`).join('; ');
}

/**
 * Removes the numbers of violations from an answer and keeps the names of the violated rules. The numbers
 * differ from document to document.
 */
const rulesOf = (answer) => answer.replaceAll(/ \(\d+\)/g, '');

/** @returns one line for each failure */
async function checkProfiles(files) {
  const answers = await timed('veraPDF', () => askVeraPdf(join(made, 'documents'), PROFILES));
  const of = (profile, file) => answers.get(profile).get(file) ?? 'no answer';
  for (const profile of PROFILES)
    console.log(`  ${profile}: ${tally(files.map((file) => rulesOf(of(profile, file))))}`);
  return PROFILES.flatMap((profile) =>
    files
      .filter((file) => of(profile, file) !== 'ok')
      .map((file) => `${file}, veraPDF ${profile}: ${of(profile, file)}`),
  );
}

/** @returns one line for each failure */
async function checkDocuments({ documents, checkedAt }) {
  const fileOf = ({ name }) => `${name}.pdf`;
  const faults = documents
    .filter(({ verdict }) => verdict !== 'authentic')
    .map((document) => `${fileOf(document)}, ours: ${document.verdict}`);
  faults.push(...(await checkProfiles(documents.map(fileOf))));
  for (const { name, ask, expects } of PROGRAMS.filter((program) => 'expects' in program)) {
    const answers = await timed(name, () => ask(join(made, 'documents'), trust, checkedAt));
    console.log(`  ${tally(documents.map((document) => answers.get(fileOf(document)) ?? 'no answer'))}`);
    for (const document of documents) {
      const answer = answers.get(fileOf(document)) ?? 'no answer';
      if (answer !== expects(document))
        faults.push(`${fileOf(document)}, ${name}: ${answer}, not ${expects(document)}`);
    }
  }
  return faults;
}

/**
 * Returns one row for each kind of change. A row has the number of changed files and, for each judge, the
 * number of files in which that judge finds no fault.
 */
function tableOf(mutations, judges) {
  const counts = (of) => ({
    changed: of.length,
    ...Object.fromEntries(judges.map(({ name, says }) => [name, of.filter(says).length])),
  });
  const kinds = [...new Set(mutations.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => [kind, counts(mutations.filter((one) => one.kind === kind))]);
  return Object.fromEntries([...rows, ['all', counts(mutations)]]);
}

/**
 * Runs all programs at the same time.
 * @returns each program with a function `answerTo`. The function returns the program's answer for a mutation,
 * or undefined if the program gave none.
 */
function askAll(checkedAt) {
  return Promise.all(
    PROGRAMS.map(async ({ name, ask, isValid, isWhole }) => {
      const answers = await timed(name, () => ask(join(made, 'mutations'), trust, checkedAt));
      return { name, isValid, isWhole, answerTo: (one) => answers.get(`${one.name}.pdf`) };
    }),
  );
}

/** @returns one line for each failure */
async function checkMutations({ mutations, changed, checkedAt }) {
  console.log(`${mutations.length} mutations of ${changed}`);
  const programs = await askAll(checkedAt);
  const ours = { name: 'Siegel', says: ({ verdict }) => verdict === 'authentic' };
  const judges = (how) => [
    ...programs.map(({ name, answerTo, ...is }) => ({ name, says: (one) => is[how](answerTo(one) ?? '') })),
    ours,
  ];
  console.log('Files in which each finds no fault in the seal, or in the file:');
  console.table(tableOf(mutations, judges('isValid')));
  console.log('Files whose seal it also says covers the whole file:');
  console.table(tableOf(mutations, judges('isWhole')));
  for (const { name, says } of judges('isWhole')) {
    const beyond = mutations.filter((one) => says(one) && !one.inPlace).length;
    console.log(`  ${name}: ${beyond} of them changed outside of the signature's place`);
  }
  const said = mutations.map((one) => ({
    ...one,
    ...Object.fromEntries(programs.map(({ name, answerTo }) => [name, answerTo(one)])),
  }));
  writeFileSync(join(made, 'answers.json'), JSON.stringify(said, null, 1));
  return [
    ...programs
      .map(({ name, answerTo }) => [name, mutations.filter((one) => answerTo(one) === undefined).length])
      .filter(([, silent]) => silent > 0)
      .map(([name, silent]) => `${name} gave no answer for ${silent} mutations`),
    ...mutations.filter(ours.says).map(({ name, kind, what }) => `${name}.pdf, ours: ${kind}, ${what}`),
  ];
}

export async function run() {
  await installTools();
  const all = await makeDocuments();
  const faults = [...(await checkDocuments(all)), ...(await checkMutations(all))];
  if (all.documents.length < DOCUMENTS_MIN) faults.push(`only ${all.documents.length} documents`);
  if (all.mutations.length < MUTATIONS_MIN) faults.push(`only ${all.mutations.length} mutations`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
