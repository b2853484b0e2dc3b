/** The answer is longer than an answer may be. */
export class AnswerTooLong extends Error {
  constructor() {
    super('the answer is too long');
    this.name = 'AnswerTooLong';
  }
}

async function bodyOf(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AnswerTooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Statuses whose answers have no body (RFC 9110, section 6.4.1). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Like `fetch`, but reads the whole answer before it returns: the signal of a call then also ends an answer
 * whose body never comes, and the body has a maximum length. It follows no redirect, so that no other server
 * gets the key and the texts of users.
 */
export const boundedFetch =
  (maxBytes: number): typeof fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, redirect: 'error' });
    const body = await bodyOf(response, maxBytes);
    const { status, headers } = response;
    return new Response(BODILESS.has(status) ? null : body, { status, headers });
  };
