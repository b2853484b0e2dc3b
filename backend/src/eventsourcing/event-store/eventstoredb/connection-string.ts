import { OperatorError } from '../../../platform/errors/operator-error.js';
import { addressProblem } from '../../../platform/network/server-address.js';

const SCHEMES = ['esdb:', 'esdb+discover:'];
const KNOWN = [
  'usercertfile',
  'userkeyfile',
  'maxdiscoverattempts',
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'nodepreference',
  'tls',
  'tlsverifycert',
  'tlscafile',
  'throwonappendfailure',
  'keepaliveinterval',
  'keepalivetimeout',
];

export interface ConnectionString {
  /** The string in the form that the client library parses. */
  readonly value: string;
  /** The string's default deadline in milliseconds; undefined if it has none. */
  readonly deadlineMs?: number;
}

/**
 * Parses `esdb://`, `esdb+discover://` and the same forms with `kurrentdb`. It refuses options that the
 * client does not know. The client itself would ignore such an option and only print a warning. The warning
 * contains the connection string with its password, and a misspelt option would have no effect.
 * @throws Error that says what to change and never repeats the string
 */
export function parseConnectionString(text: string): ConnectionString {
  const value = text.trim().replace(/^(?:kurrentdb|kdb)(\+discover)?:\/\//, 'esdb$1://');
  if (!/^esdb(\+discover)?:\/\/[^/?]/.test(value)) {
    throw new OperatorError(
      'EVENT_STORE_URL must look like esdb://user:password@host:2113?tls=true, or esdb+discover:// for a cluster by its DNS name',
    );
  }
  const problem = addressProblem(value, SCHEMES);
  if (problem !== undefined) throw new OperatorError(`EVENT_STORE_URL: ${problem}`);
  const options = new Map((value.split('?')[1] ?? '').split('&').filter(Boolean).map(asOption));
  for (const name of options.keys()) {
    if (!KNOWN.includes(name))
      throw new OperatorError(
        `EVENT_STORE_URL has an option that the EventStoreDB client does not know: ${name}`,
      );
  }
  if (options.get('tlsverifycert') === 'false') {
    throw new OperatorError(
      'EVENT_STORE_URL: tlsVerifyCert=false is not supported. Name the certificate authority in tlsCAFile instead',
    );
  }
  const deadline = Number(options.get('defaultdeadline'));
  return { value, ...(deadline > 0 && { deadlineMs: deadline }) };
}

function asOption(pair: string): [string, string] {
  const [name = '', value = ''] = pair.split('=');
  return [name.trim().toLowerCase().replace(/[_-]/g, ''), value];
}
