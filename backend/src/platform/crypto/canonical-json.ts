/**
 * Returns JSON in canonical form (RFC 8785): keys are sorted by UTF-16 code units, there is no white space,
 * and numbers and strings are written as ECMAScript writes them. Undefined properties are omitted, as in
 * JSON. The result differs from the RFC in one point: a lone surrogate is escaped instead of refused.
 * Browsers can send lone surrogates, and the service must seal and prove any received text unchanged.
 * @throws TypeError for any value that JSON cannot represent: functions, symbols, bigint, NaN, infinities,
 * dates, maps, undefined in a list.
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
    // Allowed: the key is one of the object's own.
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype is not compared with Object.prototype, because an object from another realm (a worker, a
  // test sandbox) has that realm's own prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
