import type { EventDeclaration, EventRegistry, NewEvent } from './event.js';

/**
 * An event that its declaration does not allow: a mistake in the program, found before anything is stored.
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

/** All event types of the service, by name. */
export class EventTypes {
  private readonly types = new Map<
    string,
    DeclaredType & { readonly open: ReadonlySet<string>; readonly personal: ReadonlySet<string> }
  >();

  constructor(registries: readonly EventRegistry[]) {
    for (const [type, declaration] of registries.flatMap((registry) => Object.entries(registry))) {
      if (this.types.has(type)) throw new Error(`the event type ${type} is declared twice`);
      this.types.set(type, {
        declaration,
        wireType: `${type}.v${declaration.version}`,
        open: new Set(declaration.open),
        personal: new Set(declaration.personal),
      });
    }
  }

  /** Whether this version of the service knows what such an event says. Older versions are read as today's. */
  knows(type: string, version: number): boolean {
    return this.types.get(type)?.declaration.version === version;
  }

  /**
   * @throws EventRefused for a type or a field that is not declared: an undeclared personal field would be
   * stored in the clear.
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
    return type;
  }
}
