import type { JsonSchema } from '@siegel/contracts/schema';

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}

/** The headers that the description of our API contains. */
export const HEADERS = {
  'Accept-Language': {
    description: 'Language of messages: German unless English is preferred (rule:german-is-the-default).',
    schema: { type: 'string' },
    example: 'en',
  },
  'Content-Disposition': {
    description: 'The name under which the file is kept (RFC 6266).',
    schema: { type: 'string' },
  },
  ETag: { description: 'Changes with whatever the answer says.', schema: { type: 'string' } },
  'Idempotency-Key': {
    description:
      'The same key answers with the first result (rule:same-key-same-nda). From 16 characters on it also lets a browser in that lost its cookie with that answer.',
    schema: { type: 'string' },
    example: 'b6a5d9a2-7f51-4a58-9a3e-6f3f6f1c9f10',
  },
  'If-None-Match': {
    description: 'Tags that the client knows: 304 where one of them still holds (rule:unchanged-is-304).',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Address of what was made, or of the page to go on with.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': {
    description: 'Seconds after which it may be asked again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Set-Cookie': { description: 'What the client is known by from now on.', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;
