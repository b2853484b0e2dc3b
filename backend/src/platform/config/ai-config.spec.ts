import { parseConfig, readConfig } from './config.js';

const keys = { OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'small-1' };
const problemsOf = (env: NodeJS.ProcessEnv): string => parseConfig(env).problems.join('\n');

describe('configuration of an AI provider', () => {
  it('is absent if nothing is set', () => expect(readConfig({}).ai).toBeUndefined());

  it('is OpenAI if key and model are set, and any other server if its address is set too', () => {
    expect(readConfig(keys).ai).toEqual({
      apiKey: 'sk-test',
      model: 'small-1',
      baseUrl: 'https://api.openai.com/v1',
      provider: 'api.openai.com',
    });
    const other = { OPENAI_BASE_URL: 'https://llm.example:8443/v1/', AI_PROVIDER_NAME: 'KI-Labor GmbH' };
    expect(readConfig({ ...keys, ...other }).ai).toMatchObject({
      baseUrl: 'https://llm.example:8443/v1',
      provider: 'KI-Labor GmbH',
    });
  });

  it.each([
    'localhost:11434',
    '127.0.0.1:1',
    '[::1]:1',
    'ollama:11434',
    '10.0.0.7',
    '192.168.1.2',
    '[fd00::1]',
  ])("accepts plain http to a host in one's own network: %s", (host) =>
    expect(problemsOf({ ...keys, OPENAI_BASE_URL: `http://${host}/v1` })).toBe(''),
  );

  it.each([
    [{ OPENAI_MODEL: '' }, 'OPENAI_MODEL: missing.'],
    [{ OPENAI_API_KEY: '' }, 'OPENAI_API_KEY: missing.'],
    [
      { OPENAI_API_KEY: '', OPENAI_MODEL: '', OPENAI_BASE_URL: 'https://llm.example/v1' },
      'OPENAI_BASE_URL: set without',
    ],
    [{ OPENAI_BASE_URL: 'llm.example/v1' }, 'OPENAI_BASE_URL: expected an address'],
    [{ OPENAI_BASE_URL: 'https://llm.example' }, 'OPENAI_BASE_URL: expected an address with its path'],
    [
      { OPENAI_BASE_URL: 'https://me:secret@llm.example/v1' },
      'OPENAI_BASE_URL: expected only scheme, host and path',
    ],
    [
      { OPENAI_BASE_URL: 'https://llm.example/v1?key=secret' },
      'OPENAI_BASE_URL: expected only scheme, host and path',
    ],
    [{ OPENAI_BASE_URL: 'http://llm.example/v1' }, 'OPENAI_BASE_URL: expected https://'],
    [{ OPENAI_BASE_URL: 'http://8.8.8.8/v1' }, 'OPENAI_BASE_URL: expected https://'],
    [{ OPENAI_API_KEY: 'sk\u0000test' }, 'OPENAI_API_KEY: expected one line'],
    [{ OPENAI_MODEL: 'x'.repeat(1001) }, 'OPENAI_MODEL: expected one line'],
  ])('refuses %j', (change, problem) => {
    const problems = problemsOf({ ...keys, ...change });
    expect(problems).toContain(problem);
    expect(problems).not.toContain('secret');
  });
});
