// Validates requests and answers strictly against Stripe's description of its API: an unknown member is a
// fault at any depth. Supports only the part of JSON Schema that the description uses.

/**
 * @returns the form's fields as nested objects and lists; brackets in a field's name (`created[gte]`,
 * `expand[0]`) say where the field belongs
 */
export function nested(form) {
  const whole = {};
  for (const [name, value] of Object.entries(form)) {
    const [head, ...rest] = name.split('[');
    const keys = [head, ...rest.map((key) => key.slice(0, -1))];
    let at = whole;
    for (const [n, key] of keys.entries()) {
      if (n === keys.length - 1) at[key] = value;
      else at = at[key] ??= {};
    }
  }
  return listed(whole);
}

function listed(value) {
  if (typeof value !== 'object') return value;
  const keys = Object.keys(value);
  const members = keys.map((key) => listed(value[key]));
  if (keys.length > 0 && keys.every((key) => /^\d*$/.test(key))) return members;
  return Object.fromEntries(keys.map((key, n) => [key, members[n]]));
}

const IS_A = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Type checks for form values, which are always strings. */
const READS_AS = {
  ...IS_A,
  integer: (value) => /^-?\d+$/.test(value),
  number: (value) => /^-?\d+(\.\d+)?$/.test(value),
  boolean: (value) => /^(true|false)$/.test(value),
};

export class Spec {
  constructor(description, { isForm = false, newer = [] } = {}) {
    this.description = description;
    this.is = isForm ? READS_AS : IS_A;
    this.newer = newer;
  }

  /**
   * Returns the operation for a path such as `/v1/refunds` or `/v1/payment_intents/pi_1`; undefined if there
   * is none.
   */
  operation(method, path) {
    const { paths } = this.description;
    const template = Object.keys(paths).find((one) =>
      new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    return template && paths[template][method.toLowerCase()];
  }

  /** @returns the faults in a value, each with the path to the faulty member */
  faults(schema, value, at) {
    const { $ref, nullable, anyOf, type, enum: values } = schema;
    if ($ref !== undefined) return this.faults(this.referred($ref), value, at);
    if (value === null) return nullable === true ? [] : [`${at} is null`];
    if (anyOf !== undefined) return this.leastOf(anyOf, value, at);
    if (type !== undefined && !this.is[type](value)) return [`${at} is no ${type}`];
    if (values !== undefined && !values.includes(value)) return [`${at} is ${value}`];
    if (type === 'array') return value.flatMap((one, n) => this.faults(schema.items, one, `${at}[${n}]`));
    return type === 'object' ? this.faultsOfMembers(schema, value, at) : [];
  }

  faultsOfMembers({ properties, additionalProperties: more, required = [] }, value, at) {
    const missing = required.filter((key) => !(key in value)).map((key) => `${at}.${key} is missing`);
    if (properties === undefined && more === undefined) return missing;
    const wrong = Object.entries(value).flatMap(([key, member]) => {
      const place = `${at}.${key}`;
      const schema = properties?.[key] ?? (typeof more === 'object' ? more : undefined);
      if (schema !== undefined) return this.faults(schema, member, place);
      return more === true || this.newer.some((name) => place.endsWith(name)) ? [] : [`${place} is unknown`];
    });
    return [...missing, ...wrong];
  }

  leastOf(schemas, value, at) {
    const all = schemas.map((schema) => this.faults(schema, value, at));
    return all.sort((one, other) => one.length - other.length)[0];
  }

  referred($ref) {
    return $ref
      .slice(2)
      .split('/')
      .reduce((part, key) => part[key], this.description);
  }
}
