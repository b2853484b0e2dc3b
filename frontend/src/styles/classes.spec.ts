import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import {
  classesOf,
  featureOf,
  filesBelow,
  named,
  SRC,
  STYLE_SHEETS,
  type StyleSheet,
} from '../testing/style-sheets.js';

/** The head of index.css describes the naming scheme. */
const SELECTOR = /^(?:(?:#\w+|\[[^\]]*\],?) )*\.[a-z][a-z-]*(?=$|[ :[,.])/;

type Node = Record<string, unknown> & { type: string };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
/**
 * Returns the child nodes of a node. Call arguments and type wrappers are objects without a `type`, so they
 * are not nodes. Their children are returned instead.
 */
const below = (value: unknown): Node[] =>
  (typeof value === 'object' && value !== null ? Object.values(value) : [])
    .flatMap((part: unknown) => (Array.isArray(part) ? part : [part]))
    .flatMap((part: unknown) => (isNode(part) ? [part] : below(part)));
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const identifier = (node: unknown): string => (isNode(node) ? textOf(node.value) : '');

/**
 * Returns the class names that an expression can evaluate to. Strings that the expression only compares or
 * tests are left out.
 */
function namesIn(node: Node): string[] {
  if (node.type === 'StringLiteral') return textOf(node.value).split(' ').filter(Boolean);
  if (node.type === 'TemplateLiteral') return ['`put together`'];
  if (node.type === 'BinaryExpression' && /^[=!]==$/.test(textOf(node.operator))) return [];
  if (node.type === 'MemberExpression') return [];
  if (node.type === 'KeyValueProperty') return below({ value: node.value }).flatMap(namesIn);
  if (node.type === 'CallExpression' && identifier(node.callee) === 'buttonClass')
    return below({ last: (node.arguments as unknown[])[2] }).flatMap(namesIn);
  return below(node).flatMap(namesIn);
}

/**
 * Returns the classes in `className="…"` and similar attributes, in `classNames(…)`, and in tables called
 * `…_CLASSES`.
 */
function namesUsed(node: Node): string[] {
  const { type } = node;
  if (type === 'JSXAttribute' && /className$/i.test(identifier(node.name)))
    return below({ value: node.value }).flatMap(namesIn);
  if (type === 'CallExpression' && /^(classNames|buttonClass)$/.test(identifier(node.callee)))
    return namesIn(node);
  if (type === 'VariableDeclarator' && identifier(node.id).endsWith('_CLASSES'))
    return below({ init: node.init }).flatMap(namesIn);
  return below(node).flatMap(namesUsed);
}

const parsed = (file: string): Node =>
  parseSync(readFileSync(file, 'utf8'), {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    decorators: true,
  }) as unknown as Node;

/** Returns the classes by which code and tests find elements: `'.dialog …'`, `toHaveClass('…')`. */
function namesInSelectors(node: Node): string[] {
  const callee =
    node.type === 'CallExpression' && isNode(node.callee) ? identifier(node.callee.property) : '';
  if (callee === 'endsWith') return [];
  if (callee === 'toHaveClass') return below({ arguments: node.arguments }).flatMap(namesIn);
  if (node.type === 'StringLiteral')
    return SELECTOR.test(textOf(node.value)) ? classesOf(textOf(node.value)) : [];
  return below(node).flatMap(namesInSelectors);
}

const sheets = STYLE_SHEETS;
const code = filesBelow(SRC, /\.tsx?$/).filter((file) => file !== __filename);
const e2e = filesBelow(join(SRC, '../e2e'), /\.ts$/);
const known = new Set(sheets.flatMap(({ classes }) => [...classes]));
const used = new Map(code.map((file) => [named(file), namesUsed(parsed(file))]));

it('finds classes in style sheets and code', () => {
  expect(known.size).toBeGreaterThan(200);
  expect(used.get('components/dialog.tsx')).toContain('dialog-header');
  expect(used.get('components/button.tsx')).toContain('button-primary');
  expect(namesInSelectors(parsed(join(SRC, 'features/wizard/preview.tsx')))).toEqual(['agreement-live']);
});

it('uses only classes that a style sheet has, each written in full', () => {
  const unknown = [...used].flatMap(([file, names]) =>
    names.filter((name) => !known.has(name)).map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('finds elements only by classes that a style sheet has', () => {
  const unknown = [...code, ...e2e].flatMap((file) =>
    namesInSelectors(parsed(file))
      .filter((name) => !known.has(name))
      .map((name) => `${named(file)}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('uses the classes of another feature only where that feature is loaded', () => {
  const owners = (name: string): (string | undefined)[] =>
    sheets.filter(({ classes }) => classes.has(name)).map((sheet) => featureOf(sheet.name));
  const loads = (feature: string, other: string | undefined): boolean =>
    code.some(
      (file) =>
        featureOf(named(file)) === feature && readFileSync(file, 'utf8').includes(`from '../${other}/`),
    );
  const unloaded = [...used].flatMap(([file, names]) => {
    const feature = featureOf(file);
    return names
      .map((name) => ({ name, from: owners(name) }))
      .filter(({ from }) => !from.includes(undefined) && !from.includes(feature))
      .filter(({ from }) => feature === undefined || !from.some((other) => loads(feature, other)))
      .map(({ name }) => `${file}: ${name}`);
  });
  expect(unloaded).toEqual([]);
});

it('has no unused class', () => {
  const all = new Set([...used.values()].flat());
  expect([...known].filter((name) => !all.has(name))).toEqual([]);
});

it('names classes in whole words', () => {
  const unreadable = [...known].filter((name) => name.length < 4 || !/^[a-z]{2,}(-[a-z]{2,})*$/.test(name));
  expect(unreadable).toEqual([]);
});

const imports = (text: string): string[] => [...text.matchAll(/@import "([^"]+)"/g)].map(([, of = '']) => of);

/**
 * Files that render the first content of an application's document. An application is listed only if this
 * content is more than an outline of the later content.
 */
const INITIAL_CONTENTS: Readonly<Record<string, string>> = {
  check: 'features/verification/verification-start.tsx',
  signing: 'features/withdrawal/withdrawal-start.tsx',
  wizard: 'features/wizard/wizard-waiting.tsx',
};
const initialContents = Object.values(INITIAL_CONTENTS).map((file) => join(SRC, file));

function sourcesOf(entry: string): string[] {
  if (entry === 'document') return ['documents/contents.tsx', 'documents/frame.tsx'];
  const beginning = INITIAL_CONTENTS[entry];
  return [`entries/${entry}.tsx`, ...(beginning === undefined ? [] : [beginning])];
}

describe.each(['document', 'wizard', 'signing', 'check', 'admin'])('the style sheet of %s', (entry) => {
  const { name, text } = sheets.find((sheet) => sheet.name === `styles/entries/${entry}.css`) as StyleSheet;
  const imported = imports(text).map((path) => join('styles/entries', path));

  it('imports the kit, then sheets of features, and contains no rules itself', () => {
    expect(imported[0]).toBe('styles/index.css');
    expect(imported.slice(1).filter((sheet) => featureOf(sheet) === undefined)).toEqual([]);
    expect(text.replaceAll(/@import "[^"]+";\n/g, '')).toBe('');
    expect(imported.filter((sheet) => !sheets.some((one) => one.name === sheet))).toEqual([]);
  });

  it('has all classes that its screens use', () => {
    const reached = reachedFrom(
      sourcesOf(entry).map((source) => join(SRC, source)),
      // These files are rendered like documents, but each of them is styled by the sheet of its own entry.
      new Set(entry === 'document' ? initialContents : []),
    );
    if (entry === 'document') for (const file of initialContents) reached.delete(file);
    expect(reached.size).toBeGreaterThan(10);
    const there = new Set([...imported, ...kit].flatMap((sheet) => classesIn(sheet)));
    const missing = [...reached]
      .flatMap((file) => (used.get(named(file)) ?? []).map((one) => ({ one, file: named(file) })))
      .filter(({ one }) => !there.has(one));
    expect({ name, missing }).toEqual({ name, missing: [] });
  });
});

const kit = sheets.filter((sheet) => featureOf(sheet.name) === undefined).map((sheet) => sheet.name);
const classesIn = (name: string): string[] => [
  ...(sheets.find((sheet) => sheet.name === name)?.classes ?? []),
];

/**
 * Returns the given files and all files that they import directly or indirectly, statically or dynamically.
 */
function reachedFrom(files: readonly string[], seen = new Set<string>()): Set<string> {
  for (const file of files.filter((one) => !seen.has(one))) {
    seen.add(file);
    const bare = readFileSync(file, 'utf8').replaceAll(/import type [^;]+;/g, '');
    const stems = [...bare.matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)].map(([, of = '']) =>
      join(file, '..', of),
    );
    reachedFrom(
      stems.flatMap((stem) => code.filter((one) => one === `${stem}.ts` || one === `${stem}.tsx`)),
      seen,
    );
  }
  return seen;
}

it('puts each sheet into its layer, short enough to be read', () => {
  const index = sheets.find(({ name }) => name === 'styles/index.css')?.text ?? '';
  const layered = sheets.filter(({ name }) => !name.startsWith('styles/entries/'));
  for (const { name, text } of layered) {
    const inLayer =
      featureOf(name) === undefined
        ? name === 'styles/index.css' || index.includes(`@import "./${name.replace('styles/', '')}"`)
        : /^(\/\*[^*]*\*\/\s*)?@layer features \{/.test(text) && text.trimEnd().endsWith('\n}');
    expect({ name, inLayer, lines: text.split('\n').length < 300 }).toEqual({
      name,
      inLayer: true,
      lines: true,
    });
  }
});

it('sets each custom property that it reads', () => {
  const texts = [...sheets.map(({ text }) => text), ...code.map((file) => readFileSync(file, 'utf8'))].join(
    '\n',
  );
  const set = new Set([...texts.matchAll(/(--[\w-]+)['"]?(?: as string\])?:/g)].map(([, name]) => name));
  const read = [...texts.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
  expect(read.filter((name) => !set.has(name) && !name.startsWith('--radix-'))).toEqual([]);
});
