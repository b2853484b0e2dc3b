/** The outcome of a call: no answer, or a status with an optional body. */
export type FakeAnswer = 'no answer' | readonly [status: number, body?: object];

/**
 * Replaces the server.
 * @param answers the answers by method and path, as in `GET /api/site`
 * @returns the calls that were made, in order
 */
export function fakeServer(answers: Readonly<Record<string, FakeAnswer>>): readonly string[] {
  const calls: string[] = [];
  const fetched = async (path: string, { method }: RequestInit): Promise<Partial<Response>> => {
    calls.push(`${method} ${path}`);
    const answer = answers[`${method} ${path}`] ?? [404];
    if (answer === 'no answer') throw new TypeError('failed to fetch');
    const [status, body] = answer;
    return {
      ok: status < 400,
      status,
      statusText: '',
      headers: new Headers(),
      text: async () => (body === undefined ? '' : JSON.stringify(body)),
    };
  };
  Object.assign(globalThis, { fetch: jest.fn(fetched) });
  return calls;
}
