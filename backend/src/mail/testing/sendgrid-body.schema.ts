import type { JsonSchema } from '@siegel/contracts/schema';

const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false });

const text: JsonSchema = { type: 'string', minLength: 1 };
const address = object({ email: { type: 'string', format: 'email' }, name: text }, ['email']);
const off = object({ enable: { const: false } });

/**
 * Schema of the body that we send to `POST /v3/mail/send`. It allows no other members. We once compared the
 * schema with SendGrid's OpenAPI document: everything in the schema is valid there (docs/operations.md).
 */
export const SENDGRID_BODY: JsonSchema = object(
  {
    from: address,
    reply_to: address,
    subject: text,
    personalizations: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: object({
        to: { type: 'array', minItems: 1, maxItems: 1, items: address },
        custom_args: object(
          {
            app: { const: 'siegel' },
            nda: { type: 'string', format: 'uuid' },
            message: { type: 'string', pattern: '^[0-9a-f]{64}$' },
          },
          ['app', 'message'],
        ),
      }),
    },
    content: {
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: object({ type: { enum: ['text/plain', 'text/html'] }, value: text }),
    },
    attachments: {
      type: 'array',
      minItems: 1,
      items: object({
        content: { type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$' },
        type: text,
        filename: text,
        disposition: { const: 'attachment' },
      }),
    },
    // The pattern excludes the headers that SendGrid writes itself, because SendGrid refuses them in a
    // request.
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      propertyNames: {
        pattern:
          '^(?!(?:x-sg-id|x-sg-eid|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$)',
      },
    },
    tracking_settings: object({
      click_tracking: object({ enable: { const: false }, enable_text: { const: false } }),
      open_tracking: off,
      subscription_tracking: off,
      ganalytics: off,
    }),
  },
  ['from', 'subject', 'personalizations', 'content', 'headers', 'tracking_settings'],
);
