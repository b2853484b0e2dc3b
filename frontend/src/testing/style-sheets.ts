import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const SRC = join(__dirname, '..');

export const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

export const named = (file: string): string => relative(SRC, file);

/** Returns the feature to which a file belongs. Undefined for files that all pages share. */
export const featureOf = (name: string): string | undefined => /^features\/([^/]+)\//.exec(name)?.[1];

export interface StyleSheet {
  name: string;
  text: string;
  /** The selectors, one by one, without comments, strings and addresses. */
  selectors: string[];
  /** At-rules with their names, such as `@page` or `@keyframes sweep`, but without their content. */
  atRules: string[];
  classes: ReadonlySet<string>;
}

export function classesOf(selector: string): string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}

export function styleSheet(name: string, text: string): StyleSheet {
  const bare = text.replaceAll(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)/gs, '');
  const preludes = [...bare.matchAll(/([^{};]+)\{/g)].map(([, prelude = '']) => prelude.trim());
  const selectors = preludes
    .filter((prelude) => !/^(@|from$|to$|\d+%$)/.test(prelude))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim());
  const atRules = preludes.filter((prelude) => prelude.startsWith('@'));
  return { name, text, selectors, atRules, classes: new Set(selectors.flatMap(classesOf)) };
}

/** All style sheets of the project, named by their paths below `src`. */
export const STYLE_SHEETS: readonly StyleSheet[] = filesBelow(SRC, /\.css$/).map((file) =>
  styleSheet(named(file), readFileSync(file, 'utf8')),
);
