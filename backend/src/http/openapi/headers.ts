import type { JsonSchema } from '@siegel/contracts/schema';

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}

/** The headers that the description of our API contains. */
export const HEADERS = {
  'Accept-Language': {
    description:
      'Language of messages. It is German, unless this header prefers English (rule:german-is-the-default).',
    schema: { type: 'string' },
    example: 'en',
  },
  'Content-Disposition': {
    description: 'The name of the file (RFC 6266).',
    schema: { type: 'string' },
  },
  ETag: { description: 'Changes whenever the content of the answer changes.', schema: { type: 'string' } },
  'Idempotency-Key': {
    description:
      'A repeated call with the same key gets the first result (rule:same-key-same-nda). If the cookie was lost together with the first answer, a key of 16 characters or more also gives the browser access.',
    schema: { type: 'string' },
    example: 'b6a5d9a2-7f51-4a58-9a3e-6f3f6f1c9f10',
  },
  'If-None-Match': {
    description:
      'Tags that the client knows. The answer is 304 if one of them is still current (rule:unchanged-is-304).',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Address of the new resource, or of the page to continue with.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': {
    description: 'Seconds after which the client may repeat the call.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Set-Cookie': {
    description: 'The cookie by which the service recognises the client from now on.',
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;
