// Runs third-party programs on the PDFs of a folder and interprets their answers.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runJava, runPyhanko } from './tools.mjs';

/**
 * The PDF profiles that a document must conform to
 * (docs/decisions/0032-the-document-claims-what-validators-confirm.md).
 */
export const PROFILES = ['3b', '3u', '3a', 'ua1'];
/** The one profile that is checked for changed files. */
const CHANGED_PROFILE = '3b';

/** Maximum number of milliseconds for one file. */
const FILE_MS = 60_000;
const CONCURRENCY = 2;

/** Parses the output lines that contain a file's name and the verdict on that file. Ignores other output. */
const answersIn = (text) =>
  new Map([...text.matchAll(/^(\S+\.pdf)\t(.*)$/gm)].map(([, file, answer]) => [file, answer.trim()]));

/** @returns for each profile, a map from file to verdict; the verdict is `ok` if the file conforms */
export async function askVeraPdf(folder, profiles) {
  const text = await runJava('verapdf', 'VeraPdf', [folder, ...profiles]);
  const answers = new Map(profiles.map((profile) => [profile, new Map()]));
  for (const [, file, profile, answer] of text.matchAll(/^(\S+\.pdf)\t(\w+)\t(.*)$/gm))
    answers.get(profile)?.set(file, answer.trim());
  return answers;
}

/**
 * Runs a program once for each file, with up to CONCURRENCY runs at the same time.
 * @returns answers by file
 */
async function askEach(folder, program, argsOf, read) {
  const waiting = readdirSync(folder).filter((file) => file.endsWith('.pdf'));
  const answers = new Map();
  const ask = (file) =>
    new Promise((resolve) => {
      const options = { timeout: FILE_MS, encoding: 'latin1' };
      execFile(program, argsOf(join(folder, file)), options, (error, stdout) =>
        resolve(read(stdout, error === null ? 0 : (error.code ?? error.signal))),
      );
    });
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
      answers.set(file, await ask(file));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return answers;
}

function readPdfsig(stdout, code) {
  const validations = [...stdout.matchAll(/- Signature Validation: (.*)/g)].map(([, said]) => said);
  if (validations.length !== 1) return `${validations.length} signatures (${code})`;
  const covers = stdout.includes('- Total document signed') ? 'total' : 'not total';
  return validations[0] === 'Signature is Valid.' ? `valid, ${covers}` : validations[0];
}

/**
 * The programs that judge changed files. Some check the seal, others the file's format. `isValid` is true if
 * the program finds no fault. `isWhole` is true if the program also says that the seal covers the whole file;
 * a program that does not check seals only has to find no fault.
 */
export const PROGRAMS = [
  {
    name: 'veraPDF',
    ask: async (folder) => (await askVeraPdf(folder, [CHANGED_PROFILE])).get(CHANGED_PROFILE),
    isValid: (answer) => answer === 'ok',
    isWhole: (answer) => answer === 'ok',
  },
  {
    name: 'DSS',
    ask: async (folder, trust, at) => answersIn(await runJava('dss', 'Dss', [folder, trust, at])),
    isValid: (answer) => answer.startsWith('TOTAL_PASSED'),
    isWhole: (answer) => /^TOTAL_PASSED .* FULL$/.test(answer),
    expects: ({ level }) => `TOTAL_PASSED null PAdES-BASELINE-${level.slice(-1)} FULL`,
  },
  {
    name: 'pyHanko',
    ask: async (folder, trust, at) => answersIn(await runPyhanko([folder, trust, at])),
    isValid: (answer) => answer.startsWith('VALID'),
    isWhole: (answer) => answer.startsWith('VALID ENTIRE_FILE NONE'),
    expects: ({ level }) => {
      const stamp = level === 'B-T' ? 'TIMESTAMP_TOKEN<INTACT:TRUSTED>,' : '';
      return `VALID ENTIRE_FILE NONE INTACT:TRUSTED,${stamp}UNTOUCHED`;
    },
  },
  {
    name: 'pdfsig',
    ask: (folder) => askEach(folder, 'pdfsig', (file) => ['-nocert', file], readPdfsig),
    isValid: (answer) => answer.startsWith('valid'),
    isWhole: (answer) => answer === 'valid, total',
    expects: () => 'valid, total',
  },
  {
    name: 'qpdf',
    ask: (folder) =>
      askEach(
        folder,
        'qpdf',
        (file) => ['--check', file],
        (_, code) => (code === 0 ? 'ok' : `ended with ${code}`),
      ),
    isValid: (answer) => answer === 'ok',
    isWhole: (answer) => answer === 'ok',
    expects: () => 'ok',
  },
];
