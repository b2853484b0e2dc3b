import type { JsonSchema } from '@siegel/contracts/schema';

const PREFIX = '#/components/schemas/';

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Collects each named schema once under `components`. Every use of a named schema becomes a reference to it.
 */
export class NamedSchemas {
  readonly #found = new Map<string, { readonly source: JsonSchema; written: JsonSchema }>();

  /** Returns the schema, or a reference to it if it has a name. @throws Error if two schemas have one name */
  at(schema: JsonSchema): JsonSchema {
    const { title } = schema;
    if (typeof title !== 'string') return this.#members(schema);
    const known = this.#found.get(title);
    if (known !== undefined && known.source !== schema) throw new Error(`two schemas are called ${title}`);
    if (known === undefined) {
      const entry = { source: schema, written: {} as JsonSchema };
      this.#found.set(title, entry);
      entry.written = this.#members(schema);
    }
    return { $ref: `${PREFIX}${title}` };
  }

  /** Returns all schemas so far, by name. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(
      [...this.#found].map(([name, { written }]): [string, JsonSchema] => [name, written]).toSorted(byName),
    );
  }

  #members(schema: JsonSchema): JsonSchema {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, this.#value(keyword, value)]),
    );
  }

  #value(keyword: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one: unknown) => (isObject(one) ? this.at(one) : one));
    if (!isObject(value)) return value;
    if (keyword !== 'properties') return this.at(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, isObject(member) ? this.at(member) : member]),
    );
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
