/** Thrown if a response exceeds the maximum length. */
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

/** Statuses of responses that have no body (RFC 9110, section 6.4.1). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Works like `fetch`, but reads the whole response before it resolves. The signal of a call therefore also
 * aborts a response whose body never arrives, and the length of the body is limited. Redirects are not
 * followed, because no other server may get the key and the users' texts.
 */
export const boundedFetch =
  (maxBytes: number): typeof fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, redirect: 'error' });
    const body = await bodyOf(response, maxBytes);
    const { status, headers } = response;
    return new Response(BODILESS.has(status) ? null : body, { status, headers });
  };
