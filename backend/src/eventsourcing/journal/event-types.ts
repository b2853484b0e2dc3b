import type { EventDeclaration, EventRegistry, NewEvent } from './event.js';
import type { AnyField } from './fields.js';

/**
 * Thrown for a new event that its declaration does not allow. Such an event is a mistake in the program, and
 * is refused before anything is stored.
 */
export class EventRefused extends Error {
  constructor(type: string, why: string) {
    super(`${type}: ${why}`);
    this.name = 'EventRefused';
  }
}

export interface DeclaredType {
  readonly declaration: EventDeclaration;
  readonly wireType: string;
}

/**
 * The parts of a stored event that can be checked against its declaration while the sealed part stays closed.
 */
export interface ReadEvent {
  readonly type: string;
  readonly version: number;
  readonly open: object;
  readonly isSealed: boolean;
}

interface KnownType extends DeclaredType {
  readonly open: ReadonlyMap<string, AnyField>;
  readonly personal: ReadonlySet<string>;
}

/** All event types of the service, by name. */
export class EventTypes {
  private readonly types = new Map<string, KnownType>();

  constructor(registries: readonly EventRegistry[]) {
    for (const [type, declaration] of registries.flatMap((registry) => Object.entries(registry))) {
      if (this.types.has(type)) throw new Error(`the event type ${type} is declared twice`);
      this.types.set(type, {
        declaration,
        wireType: `${type}.v${declaration.version}`,
        open: new Map(Object.entries(declaration.open)),
        personal: new Set(Object.keys(declaration.personal)),
      });
    }
  }

  /**
   * True if this version of the service knows the event's type and version, and the fields match their
   * declaration (rule:unknown-is-not-folded). Expects events of older versions to be upcast already.
   * Additional fields do no harm.
   */
  understands({ type, version, open, isSealed }: ReadEvent): boolean {
    const known = this.types.get(type);
    if (known?.declaration.version !== version) return false;
    if (known.declaration.makesKey === true && !isSealed) return false;
    return wrongField(known, open) === undefined;
  }

  /**
   * Checks a new event against its declaration.
   * @throws EventRefused for an undeclared type, an undeclared field, or a value that no reader would
   * understand. An undeclared field might be personal and would then be stored in the clear.
   */
  check(event: NewEvent): DeclaredType {
    const type = this.types.get(event.type);
    if (type === undefined) throw new EventRefused(event.type, 'is not declared');
    for (const field of Object.keys(event.open)) {
      if (!type.open.has(field))
        throw new EventRefused(event.type, `${field} is not declared as an open field`);
    }
    for (const field of Object.keys(event.personal ?? {})) {
      if (!type.personal.has(field))
        throw new EventRefused(event.type, `${field} is not declared as a personal field`);
    }
    const wrong = wrongField(type, event.open);
    if (wrong !== undefined)
      throw new EventRefused(event.type, `${wrong} is not of the kind that is declared`);
    return type;
  }
}

/** Returns the first field that does not match its declaration; undefined if all match. */
function wrongField({ open: fields }: KnownType, open: object): string | undefined {
  const values = open as Readonly<Record<string, unknown>>;
  for (const [name, { is }] of fields)
    if (!is(Object.hasOwn(values, name) ? values[name] : undefined)) return name;
  return undefined;
}
