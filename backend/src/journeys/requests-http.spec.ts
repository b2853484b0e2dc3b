import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { until } from '../testing/until.js';
import { startTestBackend, type TestBackend } from '../testing/test-backend.js';

interface HttpRequest {
  readonly name: string;
  readonly method: 'get' | 'post' | 'patch';
  /** Below the host, with places such as `{{id}}`. */
  readonly path: string;
  readonly body: string;
}

const file = readFileSync(join(__dirname, '../../../docs/requests.http'), 'utf8');

/** `@name = value` before the first request. */
const variables = new Map(
  [...file.matchAll(/^@(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

const requests = file
  .split(/^### .*$/m)
  .slice(1)
  .map((text): HttpRequest => {
    const [, name, method, path, , body = ''] =
      /^# @name (\w+)\n(GET|POST|PATCH) \{\{host\}\}(\S+)\n(Content-Type: application\/json\n\n)?([^]*)$/.exec(
        text.trim() + '\n',
      ) ?? [];
    if (name === undefined || path === undefined) throw new Error(`not understood: ${text}`);
    return { name, method: method?.toLowerCase() as HttpRequest['method'], path, body };
  });

/** Puts in what `{{id}}` stands for, which may name an answer: `{{create.response.body.$.id}}`. */
const filled = (text: string, answers: ReadonlyMap<string, Response>): string =>
  text.replaceAll(/\{\{(\w+)(?:\.response\.body\.\$\.(\w+))?\}\}/g, (_, name: string, field?: string) =>
    field === undefined
      ? filled(variables.get(name) ?? `no variable ${name}`, answers)
      : String(answers.get(name)?.body[field]),
  );

/** Of those that are not answered with 200. */
const STATUS: Readonly<Record<string, number>> = { create: 201, createRemote: 201, continueLink: 202 };

/** The document is made, and its mails go out, while one asks for them. */
const isSettled = (name: string, answer: Response): boolean =>
  name === 'mails' ? answer.body.length === 2 : answer.status !== 409;

/** The file that people click through is run as it stands. */
describe('docs/requests.http', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  it('carries one agreement from the draft to the PDF, and sends another to be signed', async () => {
    const answers = new Map<string, Response>();
    const ask = (browser: TestAgent, { method, path, body }: HttpRequest) => {
      const call = browser[method](filled(path, answers)).set('host', 'localhost');
      return body === '' ? call : call.set('content-type', 'application/json').send(filled(body, answers));
    };
    const browser = test.browser();
    for (const request of requests) {
      await until(async () => {
        const answer = await ask(browser, request);
        answers.set(request.name, answer);
        return isSettled(request.name, answer);
      });
      const expected = STATUS[request.name] ?? 200;
      expect([request.name, answers.get(request.name)?.status]).toEqual([request.name, expected]);
    }
    expect(answers.get('pdf')?.headers['content-type']).toBe('application/pdf');
  });
});
