import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { until } from '#src/platform/testing/until';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';

interface HttpRequest {
  readonly name: string;
  readonly method: 'get' | 'post' | 'patch';
  /** Path with placeholders such as `{{id}}`. */
  readonly path: string;
  readonly body: string;
}

const file = readFileSync(join(__dirname, '../../../docs/requests.http'), 'utf8');

/** Variables: lines `@name = value` before the first request. */
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

/**
 * Replaces placeholders such as `{{id}}`. A placeholder may refer to a response:
 * `{{create.response.body.$.id}}`.
 */
const filled = (text: string, answers: ReadonlyMap<string, Response>): string =>
  text.replaceAll(/\{\{(\w+)(?:\.response\.body\.\$\.(\w+))?\}\}/g, (_, name: string, field?: string) =>
    field === undefined
      ? filled(variables.get(name) ?? `no variable ${name}`, answers)
      : String(answers.get(name)?.body[field]),
  );

/** The expected status of requests whose response is not a 200. */
const STATUS: Readonly<Record<string, number>> = {
  create: 201,
  createRemote: 201,
  continueLink: 202,
  opened: 204,
};

/**
 * Returns false while the service is still making the document or sending mails. The test then repeats the
 * request.
 */
function isSettled(name: string, answer: Response): boolean {
  // The three mails are the document to each party, and the order confirmation.
  if (name === 'mails') return answer.body.length === 3;
  return name === 'readLink' ? answer.status === 200 : answer.status !== 409;
}

/**
 * Sets the variable `token` to the token in the newest mail that contains a link. A person would copy it from
 * the mail.
 */
async function copyToken(browser: TestAgent): Promise<void> {
  const { body } = await browser.get('/dev/mailbox/messages').set('host', 'localhost');
  const links = (body as { text: string }[]).map(({ text }) => /\/sign\/([\w-]+)/.exec(text)?.[1]);
  variables.set('token', links.find((token) => token !== undefined) ?? 'none-yet');
}

/**
 * Runs the requests of the file, which people otherwise send by clicking in an editor. The file is not
 * changed for the test.
 */
describe('docs/requests.http', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(() => test.stop());

  it('takes one agreement from the draft to the PDF, and another through a link', async () => {
    const answers = new Map<string, Response>();
    const ask = (browser: TestAgent, { method, path, body }: HttpRequest) => {
      const call = browser[method](filled(path, answers)).set('host', 'localhost');
      return body === '' ? call : call.set('content-type', 'application/json').send(filled(body, answers));
    };
    const browser = test.browser();
    for (const request of requests) {
      await until(async () => {
        if (request.name === 'readLink') await copyToken(browser);
        const answer = await ask(browser, request);
        answers.set(request.name, answer);
        return isSettled(request.name, answer);
      });
      const expected = STATUS[request.name] ?? 200;
      expect([request.name, answers.get(request.name)?.status]).toEqual([request.name, expected]);
    }
    for (const name of ['pdf', 'pdfByLink'])
      expect(answers.get(name)?.headers['content-type']).toBe('application/pdf');
  });
});
