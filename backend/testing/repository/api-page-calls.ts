import type { ErrorCode } from '@siegel/contracts/errors';
import { ownMember } from '@siegel/contracts/own-members';
import type { JsonSchema } from '@siegel/contracts/schema';
import type { OpenApiDocument, Operation, Reference, ResponseObject } from '#src/http/openapi/document-types';
import { NEEDS_SESSION } from '../steps/needed-sessions.js';
import { cell, codesAsText } from './api-page-cells.js';

/**
 * Error codes for a malformed request or a caller who is not permitted. The page explains these codes once,
 * and not for each call.
 */
const BY_FORM: ReadonlySet<string> = new Set([
  'validation_failed',
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'foreign_origin',
  'unauthenticated',
  'forbidden',
]);

/** How the page names the permitted callers of calls that need a session. */
const ROLES = { admin: 'admin', both: 'admin, auditor' } as const;
/** How the page names the permitted callers of other calls, by the call's security schemes. */
const CALLERS: Readonly<Record<string, string>> = {
  '': 'everybody',
  device: 'creator',
  'device, session': 'creator, admin',
  ', metricsToken': 'this machine, or METRICS_TOKEN',
};

function callersOf(call: string, { security }: Operation): string {
  const schemes = security.map((one) => Object.keys(one).join()).join(', ');
  const [method = '', path = ''] = call.split(' ');
  const role = ownMember(NEEDS_SESSION, `${method.toLowerCase()} ${path}`);
  const callers = schemes === 'session' && role !== undefined ? ROLES[role] : ownMember(CALLERS, schemes);
  if (callers === undefined) throw new Error(`docs/api.md has no words for the callers of ${call}`);
  return callers;
}

/**
 * Maximum number of members that the page lists. If a schema has more members, the page shows only the
 * schema's name.
 */
const LISTED_MAX = 9;

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
/** The calls of a document, as tables of `docs/api.md`. Pure. */
export class ApiCalls {
  constructor(private readonly document: OpenApiDocument) {}

  get operations(): readonly { readonly call: string; readonly operation: Operation }[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({
        call: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    );
  }

  /** Returns the statuses with which an operation may respond. Each status has its error codes. */
  codesOf({ responses }: Operation): ReadonlyMap<string, readonly ErrorCode[]> {
    return new Map(
      Object.entries(responses).map(([status, response]) => [
        status,
        this.codesIn(this.target(response).content?.['application/problem+json']?.schema),
      ]),
    );
  }

  tableOf(tag: string, always: ReadonlySet<string>): readonly string[] {
    const rows = this.operations
      .filter(({ operation }) => operation.tags.includes(tag))
      .map(({ call, operation }) => {
        return [
          `\`${call}${this.queryOf(operation)}\`${this.bodyOf(operation)}`,
          operation.summary,
          callersOf(call, operation),
          this.successOf(operation),
          this.refusalsOf(operation, always),
        ];
      });
    return [
      '| Call | What it does | Callers | Success | Refusals |',
      '|---|---|---|---|---|',
      ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
    ];
  }

  private queryOf({ parameters }: Operation): string {
    const names = parameters.flatMap((one) => ('name' in one && one.in === 'query' ? [one.name] : []));
    return names.length === 0 ? '' : `?${names.join('&')}`;
  }

  private bodyOf({ requestBody }: Operation): string {
    const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
    if (type === undefined || media === undefined) return '';
    return type === 'application/json' ? ` ${this.membersOf(media.schema)}`.trimEnd() : ` (\`${type}\`)`;
  }

  private successOf({ responses }: Operation): string {
    return Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => {
        const [[type, media] = []] = Object.entries(this.target(response).content ?? {});
        if (type === undefined || media === undefined) return status;
        return `${status} ${type === 'application/json' ? this.membersOf(media.schema) : `\`${type}\``}`.trim();
      })
      .join(' · ');
  }

  private refusalsOf(operation: Operation, always: ReadonlySet<string>): string {
    return [...this.codesOf(operation)]
      .map(([status, codes]) => {
        const own = codes.filter((code) => !always.has(code) && !BY_FORM.has(code));
        return own.length === 0 ? '' : `${status} ${codesAsText(own)}`;
      })
      .filter((text) => text !== '')
      .join(' · ');
  }

  /**
   * Returns an object's members as `{a, b?}`. If the schema has a name and more than `LISTED_MAX` members,
   * returns the name instead.
   */
  private membersOf(schema: JsonSchema): string {
    const { $ref } = schema;
    const { properties, required } = this.target(schema);
    if (!isObject(properties)) return '';
    const names = Object.keys(properties);
    const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
    if (names.length > LISTED_MAX && name !== undefined) return `\`${name}\``;
    const needed: readonly unknown[] = Array.isArray(required) ? required : [];
    return `\`{${names.map((one) => (needed.includes(one) ? one : `${one}?`)).join(', ')}}\``;
  }

  /** Returns the codes in the schema of a problem. */
  private codesIn(schema: JsonSchema | undefined): readonly ErrorCode[] {
    if (schema === undefined) return [];
    const { properties, anyOf, oneOf } = this.target(schema);
    const parts = [anyOf, oneOf].flatMap((one: unknown) => (Array.isArray(one) ? (one as unknown[]) : []));
    const inParts = parts.flatMap((one) => (isObject(one) ? this.codesIn(one) : []));
    const code = isObject(properties) ? properties['code'] : undefined;
    const values = isObject(code) ? this.target(code)['enum'] : undefined;
    return [...inParts, ...(Array.isArray(values) ? (values as ErrorCode[]) : [])];
  }

  /** Returns the given object. If it is a reference, returns the object to which it refers. */
  private target<O extends JsonSchema | ResponseObject>(of: O | Reference): O {
    const { $ref } = of as { readonly $ref?: unknown };
    if (typeof $ref !== 'string') return of as O;
    const found = $ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>(
        (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
        this.document,
      );
    return found as O;
  }
}
