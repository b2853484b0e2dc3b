import type { Response } from 'supertest';

/** Returns the problem in a response, and fails if there is none. */
export function problem(response: Response): unknown {
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const body = JSON.parse(response.text) as { message: string };
  const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(body).toMatchObject({ status: response.status, detail: body.message, requestId });
  return body;
}
