import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isOwnName } from '@siegel/contracts/own-members';
import { type PageId, pageIdAt } from '@siegel/contracts/pages';
import { type Documents, SITE_FILES, type SiteFile } from './documents.js';
import { isReserved } from '../routes/reserved.js';

/** Paths of files whose names contain a hash of their content. */
const HASHED = /^assets\//;
/**
 * Compressed copies that the build made. Each copy is in the folder of its original and is served instead of
 * the original.
 */
const COMPRESSED = /\.(?:br|gz)$/;

/** Files that one build step leaves for the next. */
const BUILD_INTERNAL = /^\.vite\//;

/** Returns the files below a folder that are served under their own names. */
export async function filesIn(folder: string): Promise<Set<string>> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) return new Set();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => !BUILD_INTERNAL.test(file)),
  );
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

type Answer =
  | { readonly kind: 'file'; readonly file: string; readonly immutable: boolean }
  | { readonly kind: 'site-file'; readonly file: SiteFile }
  | { readonly kind: 'page'; readonly page: PageId | 'notFound' };

/**
 * Returns the answer for a path: a file of the built frontend, a page of the site, or the not-found page
 * (rule:pages-and-addresses). Returns undefined if the frontend does not answer the path.
 */
export function answerFor(files: ReadonlySet<string>, path: string): Answer | undefined {
  if (isReserved(path)) return undefined;
  const file = path.slice(1);
  if (files.has(file)) return { kind: 'file', file, immutable: HASHED.test(file) };
  if (HASHED.test(file)) return undefined;
  if (isOwnName(SITE_FILES, file)) return { kind: 'site-file', file };
  return { kind: 'page', page: pageIdAt(withoutSlash(path)) ?? 'notFound' };
}

/** True if `answer` is a file or a page that this site has. */
export function exists(answer: Answer | undefined, documents: Documents | undefined): boolean {
  if (answer === undefined || answer.kind === 'file') return answer !== undefined;
  if (documents === undefined) return false;
  return answer.kind === 'page' ? answer.page !== 'notFound' : documents.hasFile(answer.file);
}
