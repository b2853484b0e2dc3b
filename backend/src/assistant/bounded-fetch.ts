/** An answer is longer than anything that was asked for. */
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
 * As `fetch`, but the answer is read to its end before it is handed on: so the signal of a call also ends one whose body
 * never comes, and no body is longer than it may be. Nobody is led elsewhere with the key and what people wrote.
 */
export const boundedFetch =
  (maxBytes: number): typeof fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, redirect: 'error' });
    const body = await bodyOf(response, maxBytes);
    const { status, headers } = response;
    return new Response(BODILESS.has(status) ? null : body, { status, headers });
  };
