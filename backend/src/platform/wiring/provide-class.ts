import type { FactoryProvider, InjectionToken } from '@nestjs/common';

/**
 * The injection token by which Nest finds a part. The token is either the part's class or a symbol
 * (tokens.ts).
 */
type TokenOf<Part> = symbol | (abstract new (...args: never[]) => Part);
type Class<Args extends readonly unknown[]> = new (...args: Args) => object;

/** Provides a class whose constructor takes its parts as positional arguments, in the order of `parts`. */
export const provideClass = <Args extends readonly unknown[]>(
  made: Class<Args>,
  parts: { readonly [Index in keyof Args]: TokenOf<Args[Index]> },
): FactoryProvider => ({
  provide: made,
  inject: [...parts] as InjectionToken[],
  useFactory: (...args: unknown[]) => new made(...(args as unknown as Args)),
});

/** Provides a class whose constructor takes one object with its parts by name. */
export function provideClassWithParts<Parts extends object>(
  made: Class<[Parts]>,
  parts: { readonly [Name in keyof Parts]: TokenOf<Parts[Name]> },
): FactoryProvider {
  const names = Object.keys(parts);
  return {
    provide: made,
    inject: Object.values<InjectionToken>(parts),
    useFactory: (...args: unknown[]) =>
      new made(Object.fromEntries(names.map((name, place) => [name, args[place]])) as Parts),
  };
}
