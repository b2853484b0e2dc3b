/** The answer exceeds the maximum length. */
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

/** Statuses of answers that have no body (RFC 9110, section 6.4.1). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Works like `fetch`, but reads the whole answer before it returns. So the signal of a call also ends an
 * answer whose body never comes, and the body's length is limited. It follows no redirect: no other server
 * may get the key and the users' texts.
 */
export const boundedFetch =
  (maxBytes: number): typeof fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, redirect: 'error' });
    const body = await bodyOf(response, maxBytes);
    const { status, headers } = response;
    return new Response(BODILESS.has(status) ? null : body, { status, headers });
  };
