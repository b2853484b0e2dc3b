import type { Language } from '@siegel/contracts/enums';
import { UsageError } from '../../platform/errors/operator-error.js';
import { argumentsOf, type Command, requireNoMoreArguments } from '../command.js';
import type { VerifyCall } from '../verify.js';

const OPTIONS = {
  certificates: { type: 'string' },
  'timestamp-authorities': { type: 'string' },
  sha256: { type: 'string' },
  keys: { type: 'string' },
  json: { type: 'boolean' },
  lang: { type: 'string' },
} as const;

/** @throws UsageError */
function languageIn(text: string): Language {
  if (text === 'de' || text === 'en') return text;
  throw new UsageError('--lang must be de or en.');
}

/** @throws UsageError */
function callIn(args: readonly string[]): VerifyCall {
  const { values, positionals } = argumentsOf(args, OPTIONS);
  const [file, ...rest] = positionals;
  if (file === undefined) throw new UsageError('The file to verify is missing.');
  requireNoMoreArguments(rest);
  const { sha256, lang = 'en', json = false, ...files } = values;
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256))
    throw new UsageError('--sha256 must be a checksum of 64 hexadecimal digits.');
  return {
    file,
    lang: languageIn(lang),
    json,
    sha256: sha256?.toLowerCase(),
    keys: files.keys,
    certificates: files.certificates,
    authorities: files['timestamp-authorities'],
  };
}

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Checks a document or an evidence bundle without the service',
  usage: [
    '<file.pdf> --certificates <PEM file, or folder of them> [--timestamp-authorities <PEM file>] [--sha256 <checksum of the file>] [--json] [--lang de|en]',
    '<bundle.zip> [--keys <JSON file of public keys>] [--certificates <PEM file, or folder of them>] [--json] [--lang de|en]',
  ],
  notes: [
    "The operator's certificates are at <address of the service>/api/verify/certificates",
    'Exit code 0 if the file is authentic or intact, otherwise 1, also if the result is unknown.',
  ],
  prepare: (args) => {
    const call = callIn(args);
    return async ({ print }) => {
      const { verify } = await import('../verify.js');
      return verify(call, print);
    };
  },
};
