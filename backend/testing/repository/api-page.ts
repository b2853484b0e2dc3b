import { ASSISTANT_ERRORS, CONTINUE_ERRORS, type ErrorCode, ERRORS } from '@siegel/contracts/errors';
import { ASSISTANT_CODES } from '@siegel/contracts/errors/assistant-errors';
import { DELIVERY_CODES } from '@siegel/contracts/errors/delivery-errors';
import { GENERAL_CODES } from '@siegel/contracts/errors/general-errors';
import { INVITATION_CODES } from '@siegel/contracts/errors/invitation-errors';
import { PAYMENT_CODES } from '@siegel/contracts/errors/payment-errors';
import { SIGNING_CODES } from '@siegel/contracts/errors/signing-errors';
import type { OpenApiDocument } from '#src/http/openapi/document-types';
import { ApiCalls } from './api-page-calls.js';
import { cell, codesAsText } from './api-page-cells.js';

const AREAS: Readonly<Record<string, object>> = {
  'Any call': GENERAL_CODES,
  'Signing, and the state of an agreement': SIGNING_CODES,
  'Payments and vouchers': PAYMENT_CODES,
  'Invitations and links': INVITATION_CODES,
  Document: DELIVERY_CODES,
  Assistant: ASSISTANT_CODES,
};

const codesTable = (codes: readonly string[]): readonly string[] => [
  '| Code | Status | German | English |',
  '|---|---|---|---|',
  ...codes.map((code) => {
    const { status, de, en } = ERRORS[code as ErrorCode];
    return `| \`${code}\` | ${status} | ${cell(de)} | ${cell(en)} |`;
  }),
];

const wordsTable = (words: Readonly<Record<string, { de: string; en: string }>>): readonly string[] => [
  '| Code | German | English |',
  '|---|---|---|',
  ...Object.entries(words).map(([code, { de, en }]) => `| \`${code}\` | ${cell(de)} | ${cell(en)} |`),
];

/** Error code of the response if the address exists, but has no call with the requested method. */
const AT_NO_CALL = 'method_not_allowed' satisfies ErrorCode;

/** Returns the content of `docs/api.md`. It has every call, and every error code with its message. */
export function apiPage(document: OpenApiDocument): string {
  const page = new ApiCalls(document);
  const answered = page.operations.map(
    ({ operation }) => new Set([...page.codesOf(operation).values()].flat()),
  );
  const [first = new Set<ErrorCode>()] = answered;
  const always = new Set([...first].filter((code) => answered.every((codes) => codes.has(code))));
  const isAnswered = (code: string): boolean =>
    code === AT_NO_CALL || answered.some((codes) => codes.has(code as ErrorCode));
  const calls = document.tags.flatMap(({ name, description }) => [
    `### ${name}`,
    '',
    description,
    '',
    ...page.tableOf(name, always),
    '',
  ]);
  const areas = Object.entries(AREAS).flatMap(([title, codes]) => [
    `### ${title}`,
    '',
    ...codesTable(Object.keys(codes).filter(isAnswered)),
    '',
  ]);
  return [
    '# HTTP API',
    '',
    'This page lists the calls of the API, and the codes of its refusals with their words.',
    'It is generated from the description that a backend gives of itself, and from `contracts/src/errors/`.',
    'A test compares this page with them; `npm run api` writes it.',
    'The schemas, examples, limits and headers are in `/api/docs` and `/api/openapi.json` of a running backend.',
    '',
    '## Calls',
    '',
    'JSON in and out, UTF-8; times in ISO 8601 UTC, money in integer cents.',
    'A member with `?` may be absent.',
    'Every refusal is a problem (RFC 9457) with a code; its words are in German or English, as `Accept-Language` asks.',
    '',
    `Any call can be refused with ${codesAsText([...always].toSorted())}.`,
    'A call with a body or a query can be refused with `validation_failed`; a call that changes something also with `malformed_json`, `body_too_large`, `unsupported_media_type` or `foreign_origin`.',
    'A call for admin or auditor can be refused with `unauthenticated` or `forbidden`.',
    `An address that exists for another method is refused with \`${AT_NO_CALL}\`.`,
    'The tables list the other codes.',
    '',
    ...calls,
    '## Codes',
    '',
    ...areas,
    '### Other words for some codes',
    '',
    'A link with which Party 1 continues in another browser:',
    '',
    ...wordsTable(CONTINUE_ERRORS),
    '',
    'The assistant, which does not rewrite descriptions:',
    '',
    ...wordsTable(ASSISTANT_ERRORS),
    '',
    '### Codes that no call answers with',
    '',
    'They stay within the service.',
    '',
    ...codesTable(Object.keys(ERRORS).filter((code) => !isAnswered(code))),
    '',
  ].join('\n');
}
