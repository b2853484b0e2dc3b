import { createRequire } from 'node:module';
import type { Tag, Tagged } from './tags.js';

/** Parts of the PDF library that are missing from its types. */
interface Structure {
  add(child: unknown): unknown;
}
interface Page {
  readonly dictionary: unknown;
}
interface Writer {
  readonly options: { readonly tagged?: boolean };
  readonly page: Page;
  struct(type: string, options: object): Structure;
  addStructure(element: Structure): unknown;
  markStructureContent(type: string): unknown;
  markContent(type: 'Artifact', options?: object): unknown;
  endMarkedContent(): unknown;
}

/** A class of the renderer whose methods we wrap. */
interface Class<Self> {
  readonly prototype: Record<string, (this: Self, ...args: unknown[]) => unknown>;
}
const require = createRequire(import.meta.url);
const load = <Self>(name: string): Class<Self> =>
  (require(`pdfmake/js/${name}.js`) as { default: Class<Self> }).default;

interface Element {
  readonly structure: Structure;
  /** The page on which the element began. */
  readonly page: Page;
}
interface Tree {
  readonly root: Structure;
  readonly elements: Map<Tag, Element>;
  /**
   * The tag whose content is currently drawn on this page. 'none' means that the content is not part of the
   * text.
   */
  open: Tag | 'none' | undefined;
}
const trees = new WeakMap<Writer, Tree>();

function treeOf(writer: Writer): Tree {
  let tree = trees.get(writer);
  if (tree === undefined) {
    tree = { root: writer.struct('Document', {}), elements: new Map(), open: undefined };
    writer.addStructure(tree.root);
    trees.set(writer, tree);
  }
  return tree;
}

/**
 * Returns the element of a tag. The element is created when the tag's first content is drawn. The renderer
 * draws in reading order, so the elements are created in reading order too.
 */
function elementOf(writer: Writer, tag: Tag): Element {
  const { root, elements } = treeOf(writer);
  let element = elements.get(tag);
  if (element === undefined) {
    const parent = tag.parent === undefined ? root : elementOf(writer, tag.parent).structure;
    element = { structure: writer.struct(tag.type, { alt: tag.alt, scope: tag.scope }), page: writer.page };
    parent.add(element.structure);
    elements.set(tag, element);
  }
  return element;
}

/** True for a table head that is repeated on a later page. A screen reader should read the head only once. */
const isRepeated = (writer: Writer, tag: Tag): boolean =>
  tag.type === 'TH' && elementOf(writer, tag).page !== writer.page;

function close(writer: Writer): void {
  const tree = treeOf(writer);
  if (tree.open !== undefined) writer.endMarkedContent();
  tree.open = undefined;
}

/**
 * Assigns the following content to a tag. The lines of a paragraph on one page become one piece of marked
 * content.
 */
function open(writer: Writer, tag: Tag | undefined): void {
  const tree = treeOf(writer);
  const next = tag === undefined || isRepeated(writer, tag) ? 'none' : tag;
  if (tree.open === next) return;
  close(writer);
  if (next === 'none') writer.markContent('Artifact');
  else elementOf(writer, next).structure.add(writer.markStructureContent(next.type));
  tree.open = next;
}

/**
 * Runs `first` before each call of the method.
 * @param first gets the object and the method's first argument
 */
function before<Self>(
  { prototype }: Class<Self>,
  name: string,
  first: (self: Self, of: Tagged) => void,
): void {
  // Allowed: the names of the renderer's methods are in code.
  const method = prototype[name];
  if (method === undefined) throw new Error(`the renderer has no ${name}`);
  // Allowed: the names of the renderer's methods are in code.
  prototype[name] = function (...args) {
    first(this, args[0] as Tagged);
    return method.apply(this, args);
  };
}

const isTagged = (writer: Writer): boolean => writer.options.tagged === true;

/**
 * Patches this process's renderer so that it writes the structure of every document that is requested with
 * the option `tagged`. The unpatched renderer supports marked content, but never marks anything.
 */
export function patchStructure(): void {
  // A line is not a node, so it gets the tag of the node from which it is built. A picture is a node itself.
  const { prototype } = load('LayoutBuilder');
  const build = prototype['buildNextLine'];
  if (build === undefined) throw new Error('the renderer has no buildNextLine');
  prototype['buildNextLine'] = function (...args) {
    const line = build.apply(this, args);
    if (typeof line === 'object' && line !== null) Object.assign(line, { tag: (args[0] as Tagged).tag });
    return line;
  };
  const renderer = load<{ readonly pdfDocument: Writer }>('Renderer');
  for (const name of ['renderLine', 'renderImage', 'renderVector'])
    before(renderer, name, ({ pdfDocument }, { tag }) => {
      if (isTagged(pdfDocument)) open(pdfDocument, tag);
    });
  const writer = load<Writer>('PDFDocument');
  for (const name of ['addPage', 'end'])
    before(writer, name, (self) => {
      if (isTagged(self)) close(self);
    });
}
