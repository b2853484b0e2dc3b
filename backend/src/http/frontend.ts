import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Negotiator } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { carriesToken, LANGUAGE_PARAMETER, type PageId, PAGES, pageIdAt } from '@siegel/contracts/pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Documents, Encoding } from './documents.js';
import { pathOf } from './path.js';
import { isReserved } from './reserved.js';

/** Names that carry a hash of the content. */
const HASHED = /^assets\//;
/** Made by the build beside the file itself, and served in its place. */
const COMPRESSED = /\.(?:br|gz)$/;

async function filesIn(folder: string): Promise<Set<string>> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) return new Set();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

type Answer =
  | { readonly kind: 'file'; readonly file: string; readonly immutable: boolean }
  | { readonly kind: 'page'; readonly page: PageId | 'notFound' };

/**
 * What there is for a path: a file of the built frontend, a page of the site or the page of addresses that are none
 * (rule:pages-and-addresses); undefined where it is no page's business.
 */
export function answerFor(files: ReadonlySet<string>, path: string): Answer | undefined {
  if (isReserved(path)) return undefined;
  const file = path.slice(1);
  if (files.has(file)) return { kind: 'file', file, immutable: HASHED.test(file) };
  if (HASHED.test(file)) return undefined;
  return { kind: 'page', page: pageIdAt(withoutSlash(path)) ?? 'notFound' };
}

function languageAsked(request: FastifyRequest): Language | undefined {
  const { [LANGUAGE_PARAMETER]: asked } = request.query as Record<string, unknown>;
  return LANGUAGES.find((language) => language === asked);
}

/** By `cache` of the table of pages. */
export const CACHING = {
  shared: 'public, max-age=0, s-maxage=60, must-revalidate',
  own: 'no-cache',
  none: 'no-store',
} as const;
/** Anybody can ask for as many addresses that are no page as they like: a proxy keeps none of them. */
const NOT_FOUND = { cache: 'own', index: false } as const;

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] });

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageId | 'notFound',
  documents: Documents,
): Promise<FastifyReply> {
  const { bodies, tag } = await documents.page(page, languageAsked(request));
  const { cache, index } = page === 'notFound' ? NOT_FOUND : PAGES[page];
  const encoding = (negotiator.negotiate(request.headers['accept-encoding'] ?? '') ?? 'identity') as Encoding;
  const etag = `"${tag}-${encoding}"`;
  reply
    .header('cache-control', carriesToken(pathOf(request)) ? CACHING.none : CACHING[cache])
    .header('vary', 'accept-encoding')
    .header('etag', etag);
  if (!index) reply.header('x-robots-tag', 'noindex');
  if (page !== 'notFound' && isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .code(page === 'notFound' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(bodies[encoding]);
}

/** RFC 9110, section 13.1.2: by weak comparison. */
const isUnchanged = (known: string | undefined, etag: string): boolean =>
  known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*') ?? false;

export interface Frontend {
  /** Of the built files; where it does not exist there are none. */
  readonly folder: string;
  /** Undefined where only the API is served. */
  readonly documents: Documents | undefined;
}

interface Refusals {
  /** Answers what is no page. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Answers a failure. */
  readonly fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

type FileError = FastifyError & { readonly headers?: Record<string, string> };

/** A condition or a range that a file does not meet (RFC 9110, sections 15.5.13 and 15.5.17). */
const UNMET = [412, 416];

function refuseUnmet({ statusCode = 0, headers = {} }: FileError, reply: FastifyReply): boolean {
  if (!UNMET.includes(statusCode)) return false;
  void reply.code(statusCode).headers(headers).header('cache-control', 'no-store').send();
  return true;
}

/** Serves the built frontend's files, compressed, and the pages. The folder is read once: a build replaces the process. */
export async function serveFrontend(
  fastify: FastifyInstance,
  { folder, documents }: Frontend,
  { refuse, fail }: Refusals,
): Promise<void> {
  const files = await filesIn(folder);
  if (files.size > 0)
    await fastify.register(fastifyStatic, {
      root: folder,
      serve: false,
      cacheControl: false,
      preCompressed: true,
    });
  const errorHandler = (error: FileError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!refuseUnmet(error, reply)) fail(error, request, reply);
  };
  fastify.get('/*', { errorHandler }, (request, reply) => {
    const answer = answerFor(files, pathOf(request));
    if (answer?.kind === 'page' && documents !== undefined)
      return sendPage(request, reply, answer.page, documents);
    if (answer?.kind !== 'file') {
      refuse(request, reply);
      return reply;
    }
    return reply
      .header('cache-control', answer.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('vary', 'accept-encoding')
      .sendFile(answer.file);
  });
}
