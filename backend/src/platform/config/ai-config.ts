import { isOwnHost } from '../network/ip-address.js';
import type { EnvironmentReader } from './environment-reader.js';

const OPENAI_BASE = 'https://api.openai.com/v1';
/** Maximum number of characters in a key or name. A longer value must be a mistake. */
const VALUE_MAX = 1000;

/** A server with OpenAI's chat completions API. */
export interface AiServer {
  readonly apiKey: string;
  /** The address including `/v1`, without a trailing slash. */
  readonly baseUrl: string;
  readonly model: string;
  /** The provider's name as users read it. */
  readonly provider: string;
}

/**
 * The AI provider that rewrites descriptions and answers the admin's questions
 * (rule:ai-is-off-unless-configured).
 */
export interface AiConfig {
  /** Undefined if there is no provider. */
  readonly ai: AiServer | undefined;
}

/** Reports an incomplete configuration as a problem. Otherwise pages would show a button that cannot work. */
export function readAi(read: EnvironmentReader): AiConfig {
  const keys = { OPENAI_API_KEY: value(read, 'OPENAI_API_KEY'), OPENAI_MODEL: value(read, 'OPENAI_MODEL') };
  const baseUrl = readBase(read);
  const missing = Object.entries(keys).flatMap(([name, set]) => (set === undefined ? [name] : []));
  if (missing.length === Object.keys(keys).length) {
    if (read.text('OPENAI_BASE_URL') !== undefined)
      read.problem(
        'OPENAI_BASE_URL: set without OPENAI_API_KEY and OPENAI_MODEL. Set these two as well, or remove it.',
      );
    return { ai: undefined };
  }
  if (missing.length > 0)
    read.problem(`${missing.join(', ')}: missing. An AI provider needs OPENAI_API_KEY and OPENAI_MODEL.`);
  const { OPENAI_API_KEY: apiKey = '', OPENAI_MODEL: model = '' } = keys;
  const provider = value(read, 'AI_PROVIDER_NAME') ?? new URL(baseUrl).hostname;
  return { ai: { apiKey, baseUrl, model, provider } };
}

/** Reads a value that will be part of a header or a body, and must therefore be a single line. */
function value(read: EnvironmentReader, name: string): string | undefined {
  const text = read.text(name);
  if (text === undefined || (text.length <= VALUE_MAX && !/\p{Cc}/u.test(text))) return text;
  read.problem(`${name}: expected one line of at most ${VALUE_MAX} characters.`);
  return undefined;
}

/**
 * Reads the base address. Refuses plain http to other people's machines, because each call carries the API
 * key, and texts that users wrote.
 */
function readBase(read: EnvironmentReader): string {
  const url = read.url('OPENAI_BASE_URL', ['https:', 'http:']);
  if (url === undefined) return OPENAI_BASE;
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    read.problem('OPENAI_BASE_URL: expected only scheme, host and path, as in https://api.openai.com/v1.');
  if (url.pathname === '/')
    read.problem('OPENAI_BASE_URL: expected an address with its path, as in https://api.openai.com/v1.');
  if (url.protocol === 'http:' && !isOwnHost(url.hostname))
    read.problem(
      'OPENAI_BASE_URL: expected https://, because each call carries the key and text of users. http:// is accepted only for a machine in your own network.',
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
