/**
 * JSON with one spelling (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and strings as
 * ECMAScript writes them. Properties that are undefined are left out, as in JSON. It departs from the RFC in
 * one point: a lone surrogate, which a browser may send, is escaped instead of refused, so that received text
 * can be sealed and proven unchanged.
 * @throws TypeError for any value that JSON cannot carry: functions, symbols, bigint, NaN, infinities, dates,
 * maps, undefined in a list.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item)).join(',')}]`;
  if (isPlainObject(value)) return canonicalObject(value);
  throw new TypeError(`not plain data: ${typeof value}`);
}

export const canonicalBytes = (value: unknown): Buffer => Buffer.from(canonicalJson(value), 'utf8');

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('not a finite number');
  return JSON.stringify(value);
}

function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Not compared with Object.prototype itself: an object from another realm (a worker, a test sandbox) has a
  // prototype of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
