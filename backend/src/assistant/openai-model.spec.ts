import * as sdk from 'openai';
import type { AiModel, ModelMessage } from './ai-model.js';
import { OpenAiModel } from './openai-model.js';
import { doubledModel, patient } from './testing/double-model.js';
import type { DoubleAnswer } from './testing/chat-double.js';
import { NO_ARGUMENTS } from './tool.js';

const { double, model } = doubledModel();
const messages: ModelMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Wie geht es?' },
];
const tools = [{ name: 'count_things', description: 'Counts things.', parameters: NO_ARGUMENTS }];
const answer = (one: AiModel = model()) => one.answer({ messages, tools }, patient());

describe('the request to the provider', () => {
  it('contains model, messages and tools, and nothing else', async () => {
    await answer();
    expect(double.last).toEqual({
      model: 'double-1',
      messages,
      tools: [
        {
          type: 'function',
          function: { name: 'count_things', description: 'Counts things.', parameters: NO_ARGUMENTS },
        },
      ],
    });
    await model().answer({ messages }, patient());
    expect(Object.keys(double.last)).toEqual(['model', 'messages']);
  });

  it('reveals nothing about this machine', async () => {
    await answer();
    const headers = Object.keys(double.requests[0]?.headers ?? {});
    expect(headers.filter((name) => /stainless|organization|project|idempotency/i.test(name))).toEqual([]);
  });

  it('contains the calls of tools and their results', async () => {
    const call = { id: 'call_1', name: 'count_things', arguments: '{}' };
    const said: ModelMessage[] = [
      ...messages,
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', content: '{"things":3}', toolCallId: 'call_1' },
    ];
    await model().answer({ messages: said, tools }, patient());
    expect(double.last.messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'count_things', arguments: '{}' } }],
      },
      { role: 'tool', content: '{"things":3}', tool_call_id: 'call_1' },
    ]);
  });
});

describe('the answer of the provider', () => {
  it('is a text, or consists of calls of tools', async () => {
    double.answers.push({ text: 'Gut.' }, { calls: [{ name: 'count_things', arguments: { of: 'all' } }] });
    expect(await answer()).toEqual({ text: 'Gut.', toolCalls: [] });
    expect(await answer()).toEqual({
      text: '',
      toolCalls: [{ id: expect.any(String), name: 'count_things', arguments: '{"of":"all"}' }],
    });
  });

  it.each<[string, DoubleAnswer, string]>([
    ['an unknown key', { status: 401 }, 'refused'],
    ['an unknown model', { status: 404 }, 'refused'],
    ['a body that the provider rejects', { status: 422 }, 'refused'],
    [
      'a redirection elsewhere',
      { status: 307, headers: { location: 'http://127.0.0.1:1/v1' } },
      'unreachable',
    ],
    ['too many calls', { status: 429, headers: { 'retry-after': '60' } }, 'limited'],
    ['an internal error', { status: 500 }, 'failed'],
    ['a proxy that cannot reach the provider', { status: 503 }, 'failed'],
    ['a cut connection', 'cut', 'unreachable'],
    ['a connection cut in the middle of the answer', 'cut within', 'unreachable'],
    ['invalid JSON', { raw: '{"choices": [' }, 'damaged'],
    ['a page', { raw: '<html>Welcome</html>', type: 'text/html' }, 'damaged'],
    ['nothing', { raw: '' }, 'damaged'],
    ['null', { raw: 'null' }, 'damaged'],
    ['no choices', { raw: '{"choices":[]}' }, 'damaged'],
    ['content that is not a text', { raw: '{"choices":[{"message":{"content":{"a":1}}}]}' }, 'damaged'],
    ['malformed calls', { raw: '{"choices":[{"message":{"tool_calls":[{"id":1}]}}]}' }, 'damaged'],
    ['a stream', { streamed: 'Gut.' }, 'damaged'],
    ['more than a megabyte', { bytes: 1_100_000 }, 'damaged'],
    ['a truncated answer', { text: 'Gut', finish: 'length' }, 'damaged'],
    ['a withheld answer', { text: '', finish: 'content_filter' }, 'damaged'],
  ])('is an error for %s', async (_what, one, fault) => {
    double.answers.push(one);
    const failure: unknown = await answer().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'AiFailed', fault });
    // The error contains neither the provider's words nor a user's text.
    expect((failure as Error).cause).toBeUndefined();
    expect(double.requests).toHaveLength(1);
  });

  it.each(['silence', 'silence within'] as const)(
    'is not awaited any longer once the caller has disconnected: %s',
    async (one) => {
      double.answers.push(one);
      const over = new AbortController();
      const asked = double.nextCall();
      const failed = expect(model().answer({ messages }, over.signal)).rejects.toMatchObject({
        fault: 'given-up',
      });
      await asked;
      over.abort();
      await failed;
      await double.lastCallOver;
    },
  );

  it('is an error if no server listens', async () => {
    const nobody = { apiKey: 'k', model: 'm', provider: 'nobody', baseUrl: 'http://127.0.0.1:1/v1' };
    await expect(answer(new OpenAiModel(sdk, nobody))).rejects.toMatchObject({ fault: 'unreachable' });
  });
});

it('accepts 32 waiting calls at once', async () => {
  double.otherwise = () => 'silence';
  const one = model();
  const over = new AbortController();
  const waiting = Array.from({ length: 32 }, () => one.answer({ messages }, over.signal));
  const ended = Promise.allSettled(waiting);
  await expect(answer(one)).rejects.toMatchObject({ code: 'unavailable' });
  over.abort();
  expect((await ended).filter(({ status }) => status === 'rejected')).toHaveLength(32);
  double.otherwise = () => ({ text: 'Gut.' });
  expect((await answer(one)).text).toBe('Gut.');
});
