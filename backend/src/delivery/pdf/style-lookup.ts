import { createRequire } from 'node:module';

/** What a style or a piece of the document says of its look. */
type Look = Readonly<Record<string, unknown>>;

/** Of the renderer: the looks around a piece, the innermost one last. Names are keys of the dictionary. */
interface Looks {
  readonly styleDictionary: Readonly<Record<string, Look | undefined>>;
  readonly defaultStyle: Look | undefined;
  readonly styleOverrides: readonly (string | Look)[];
}

interface LooksClass {
  readonly prototype: { getProperty(property: string): unknown };
  getStyleProperty(item: Look, around: Looks | undefined, property: string, otherwise: unknown): unknown;
}

const named = (name: string, looks: Looks, property: string): unknown => {
  const style = looks.styleDictionary[name];
  if (style?.['extends'] !== undefined)
    throw new Error(`style ${name} extends another, which is not looked up here`);
  return style?.[property];
};

/** The innermost look that says it. */
function around(looks: Looks, property: string): unknown {
  const { styleOverrides, defaultStyle } = looks;
  for (let index = styleOverrides.length - 1; index >= 0; index -= 1) {
    const look = styleOverrides[index] ?? '';
    const value = typeof look === 'string' ? named(look, looks, property) : look[property];
    if (value !== undefined && value !== null) return value;
  }
  return defaultStyle?.[property];
}

/** Of the styles that a piece names, the last one that says it. */
function ofStyles(names: unknown, looks: Looks, property: string): unknown {
  if (typeof names === 'string') return named(names, looks, property);
  if (!Array.isArray(names)) return undefined;
  return names.reduceRight<unknown>(
    (found, name) => found ?? named(String(name), looks, property),
    undefined,
  );
}

/**
 * The renderer asks twenty times a word how it looks, and each time makes sets, lists and functions of it: a
 * third of all memory that a document takes, and a tenth of its time. The same answers here, without any of them.
 * Styles that extend others are none of ours. @see pdfmake/js/StyleContextStack.js
 */
export function teachStyles(): void {
  const { default: looks } = createRequire(import.meta.url)('pdfmake/js/StyleContextStack.js') as {
    readonly default: LooksClass;
  };
  looks.prototype.getProperty = function (this: Looks, property) {
    return around(this, property);
  };
  looks.getStyleProperty = (item, looked, property, otherwise) => {
    const own = item[property] ?? undefined;
    if (own !== undefined) return own;
    if (looked === undefined) return otherwise;
    // A section takes no part in looks.
    const styled = item['section'] === undefined ? ofStyles(item['style'], looked, property) : undefined;
    return styled ?? around(looked, property) ?? otherwise;
  };
}
