// Tests the second verifier (docs/verifier/verify.py). Its self-test and all vectors must pass. It must also
// agree with the first verifier, which is part of the backend, about changed bundles and documents.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { changedDocuments } from './changed-documents.mjs';
import { runs } from './tier.mjs';
import { root, run } from './workspace.mjs';

const script = join(root, 'docs/verifier/verify.py');
const vectors = join(root, 'docs/verifier/vectors');
const documents = join(root, 'backend/testing/stage-one-data/documents');
const BUNDLES = ['in-person.zip', 'remote-format-1.zip'];
const JSON_FILES = ['openings.json', 'receipts.json', 'proofs.json', 'checkpoint.json', 'keys.json'];
const ANSWERS_BYTES_MAX = 2 ** 26;
/** The exit codes for an intact bundle, by the verdict on the bundle's document. */
const DOCUMENT_EXIT = { authentic: 0, altered: 1, unknown: 2 };

/** Debian packages that the second verifier needs and that are missing on this machine. */
export const missingPrograms = [
  ['python3', '--version'],
  ['openssl', 'version'],
]
  .filter(([program, word]) => spawnSync(program, [word]).status !== 0)
  .map(([program]) => program);

const built = (path) => import(pathToFileURL(join(root, 'backend/dist', path)).href);

/** Runs one process of the second verifier. @returns its answers, one for each input line */
function answersTo(lines, words) {
  const { status, stdout, stderr } = spawnSync('python3', [script, ...words], {
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: ANSWERS_BYTES_MAX,
  });
  if (status !== 0) throw new Error(`The second verifier ended with ${status}: ${stderr}`);
  const answers = stdout.split('\n').slice(0, -1);
  if (answers.length !== lines.length) throw new Error(`${answers.length} answers to ${lines.length} lines`);
  return answers;
}

/**
 * Yields changes to the stored events. Each change flips one bit in one byte. The changed bytes are `step`
 * bytes apart.
 */
function* changedBits(lines, step) {
  const parts = lines.flatMap((text, line) => ['data', 'metadata'].map((part) => ({ text, line, part })));
  for (const { text, line, part } of parts) {
    const stored = Buffer.from(JSON.parse(text)[part], 'base64');
    // The first changed byte differs from line to line, so that the lines do not all skip the same positions.
    for (let at = line % step; at < stored.length; at += step) {
      const changed = Buffer.from(stored);
      changed[at] ^= 1 << ((at + line) % 8);
      yield { file: 'events.jsonl', line, path: [part], value: changed.toString('base64') };
    }
  }
}

/**
 * Yields changed sequences of the rows: each row is once left out, once inserted again at each position, and
 * once swapped with each other row.
 */
function* changedRows(lines) {
  const all = [...lines.keys()];
  for (const row of all) {
    yield all.filter((other) => other !== row);
    for (const place of all) yield all.toSpliced(place, 0, row);
    for (const other of all.slice(row + 1)) yield all.with(row, other).with(other, row);
  }
}

/**
 * Yields changes to the headers at the end of an archive. Each change flips one bit in one byte. The changed
 * bytes are `step` bytes apart.
 */
function* changedHeaders(zip, step) {
  for (let at = zip.readUInt32LE(zip.length - 6); at < zip.length; at += step) {
    const insert = Buffer.from([zip[at] ^ (1 << (at % 8))]).toString('hex');
    yield { at, delete: 1, insert };
  }
}

/**
 * Yields changes of the certificates' file: a line is removed, emptied, lengthened, duplicated or split in
 * two, or the end of the file is changed.
 */
function* otherCertificates(text) {
  const file = 'certificates.pem';
  const lines = text.split('\n').slice(0, -1);
  const all = [...lines.keys()];
  for (const line of all) {
    yield { file, lines: all.filter((other) => other !== line) };
    yield { file, lines: all.toSpliced(line, 0, line) };
    for (const put of ['', `${lines[line]}A`, lines[line].replace(/^.{20}/, '$&\n')])
      yield { file, line, put };
  }
  for (const behind of ['', '\nA']) yield { file, find: text, put: text.trimEnd() + behind };
}

/**
 * Yields changes to the form of a bundle, such as other spellings of the same content. A verifier must refuse
 * each changed bundle.
 */
function* otherSpellings(zip, files) {
  for (const { name, bytes } of files) {
    const text = Buffer.from(bytes).toString('utf8');
    if (name === 'certificates.pem') yield* otherCertificates(text);
    if (JSON_FILES.includes(name))
      for (const end of ['', ' ', ' \n']) yield { file: name, find: text, put: text.trimEnd() + end };
  }
  yield { file: 'manifest.json', path: ['format'], value: 'x'.repeat(10_001) };
  const oneLess = Buffer.alloc(2);
  oneLess.writeUInt16LE(zip.readUInt16LE(zip.length - 12) - 1);
  yield { at: -14, delete: 4, insert: oneLess.toString('hex').repeat(2) };
}

/**
 * Returns cases, each with changes to a bundle. `wanted` is the result that both verifiers must return;
 * undefined if it is not known beforehand.
 */
function tamperings(zip, files, lines, step) {
  const bits = [...changedBits(lines, step)].map((change) => ({
    changes: [change],
    wanted: `{"verdict":"broken","kind":"event_altered","at":"events.jsonl:${change.line}"}`,
  }));
  const rows = [...changedRows(lines)].map((order) => ({
    changes: [{ file: 'events.jsonl', lines: order }],
  }));
  const others = [...changedHeaders(zip, step), ...otherSpellings(zip, files)];
  return [...bits, ...rows, ...others.map((change) => ({ changes: [change] }))];
}

/**
 * @throws Error if the first verifier does not detect a change, or if the second verifier's result differs
 */
async function tamperedBundles() {
  const [{ verifyBundle }, { changedBundle }, { readZip }] = await Promise.all([
    built('proof/bundle/verify-bundle.js'),
    built('proof/bundle/testing/changes.js'),
    built('proof/bundle/read-zip.js'),
  ]);
  for (const name of BUNDLES) {
    const bundle = join(vectors, name);
    const zip = readFileSync(bundle);
    const files = readZip(zip);
    const events = files.find(({ name: file }) => file === 'events.jsonl');
    const lines = Buffer.from(events.bytes).toString('utf8').trimEnd().split('\n');
    const cases = tamperings(zip, files, lines, runs('long') ? 1 : 10);
    const asked = cases.map(({ changes }) => JSON.stringify({ bundle, changes, manifest: 'made anew' }));
    const answers = answersTo(asked, ['--cases']);
    for (const [number, { changes, wanted }] of cases.entries()) {
      const { verdict, kind, at } = verifyBundle(changedBundle(zip, changes), {});
      const first = JSON.stringify({ verdict, kind, at });
      if (first !== answers[number] || verdict !== 'broken' || (wanted ?? first) !== first)
        throw new Error(`${asked[number].slice(0, 1000)}: ${first}, and the second says ${answers[number]}`);
    }
  }
}

/**
 * Checks bundles that contain a document with a real seal. Uses the command that an expert would use.
 * @throws Error if a verdict or an exit code is wrong
 */
async function documentsInBundles() {
  const { changedBundle } = await built('proof/bundle/testing/changes.js');
  const all = JSON.parse(readFileSync(join(vectors, 'vectors.json'), 'utf8')).filter((one) => one.document);
  if (all.length < 2) throw new Error('There are no vectors of a document in a bundle.');
  const folder = mkdtempSync(join(tmpdir(), 'siegel-bundles-'));
  const trusted = ['keys.json', 'certificates.pem'].map((name) => join(vectors, name));
  try {
    for (const { name, bundle, changes, manifest, document } of all) {
      const file = join(folder, bundle);
      writeFileSync(file, changedBundle(readFileSync(join(vectors, bundle)), changes, manifest));
      const words = ['--keys', trusted[0], '--certificates', trusted[1], '--document'];
      const { status, stdout } = spawnSync('python3', [script, file, ...words], { encoding: 'utf8' });
      const said = /^document\.pdf: (\w+): /m.exec(stdout)?.[1];
      if (said !== document || status !== DOCUMENT_EXIT[document])
        throw new Error(`${name}: wanted ${document}, found ${said} and ${status}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @throws Error unless the second verifier finds each stored document authentic, finds it altered after one
 * bit was changed, and finds it unknown if only another certificate is trusted
 */
async function keptDocuments() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-documents-'));
  const stranger = join(folder, 'stranger.pem');
  const [first] = readFileSync(join(vectors, 'certificates.pem'), 'utf8').split(
    /(?<=END CERTIFICATE-----\n)/,
  );
  writeFileSync(stranger, first);
  try {
    for (const name of readdirSync(documents)) {
      const kept = join(documents, name);
      const own = join(folder, 'own.pem');
      writeFileSync(own, await run('python3', [script, '--certificates-of', kept]));
      const bytes = readFileSync(kept);
      const changed = [0.2, 0.5, 0.8].map((part) => {
        const copy = Buffer.from(bytes);
        copy[Math.floor(copy.length * part)] ^= 1;
        const path = join(folder, `${part}-${name}`);
        writeFileSync(path, copy);
        return path;
      });
      const found = answersTo([kept, ...changed], ['--documents', '--certificates', own]);
      const strangers = answersTo([kept], ['--documents', '--certificates', stranger]);
      const verdicts = [...found, ...strangers].join(' ');
      if (verdicts !== 'authentic altered altered altered unknown') throw new Error(`${name}: ${verdicts}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs all tests of the second verifier.
 * @throws Error if a test fails
 */
export async function secondVerifier() {
  await run('python3', [script, '--self-test']);
  await run('python3', [script, '--vectors', vectors]);
  await tamperedBundles();
  await documentsInBundles();
  await keptDocuments();
  if (runs('long')) await changedDocuments(script, answersTo);
}
