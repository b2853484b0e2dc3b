import { Negotiator } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { carriesToken, type PageId, PAGES } from '@siegel/contracts/pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Document, type Documents, SITE_FILES, type SiteFile } from './documents.js';
import { pathOf } from './path.js';
import { answerFor, exists, filesIn } from './site-answers.js';

function languageAsked(request: FastifyRequest): Language | undefined {
  const { [LANGUAGE_PARAMETER]: asked } = request.query as Record<string, unknown>;
  return LANGUAGES.find((language) => language === asked);
}

/** The value of `cache-control` for each `cache` in the table of pages. */
export const CACHING = {
  shared: 'public, max-age=0, s-maxage=60, must-revalidate',
  own: 'no-cache',
  none: 'no-store',
} as const;
/**
 * Settings for the response to an unknown address. The response is not for shared caches, because a client
 * can request any number of unknown addresses and would fill the cache with them.
 */
const NOT_FOUND = { cache: 'own', index: false, pays: false } as const;

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] });

/** How an answer is cached and indexed. */
interface Terms {
  readonly status: 200 | 404;
  readonly type: string;
  readonly caching: string;
  readonly index: boolean;
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodies, tag }: Document,
  { status, type, caching, index }: Terms,
): FastifyReply {
  const encoding = negotiator.negotiate(request.headers['accept-encoding'] ?? '') ?? 'identity';
  const etag = `"${tag}-${encoding}"`;
  reply.header('cache-control', caching).header('vary', 'accept-encoding').header('etag', etag);
  if (!index) reply.header('x-robots-tag', 'noindex');
  if (status === 200 && isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(status).type(type).send(bodies[encoding]);
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageId | 'notFound',
  { documents, payingPolicy }: Shown,
): Promise<FastifyReply> {
  const document = await documents.page(page, languageAsked(request));
  const { cache, index, pays } = page === 'notFound' ? NOT_FOUND : PAGES[page];
  if (pays && payingPolicy !== undefined) reply.header('content-security-policy', payingPolicy);
  return sendDocument(request, reply, document, {
    status: page === 'notFound' ? 404 : 200,
    type: 'text/html; charset=utf-8',
    caching: carriesToken(pathOf(request)) ? CACHING.none : CACHING[cache],
    index,
  });
}

async function sendSiteFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  shown: Shown,
): Promise<FastifyReply> {
  const document = await shown.documents.file(file, languageAsked(request));
  if (document === undefined) return sendPage(request, reply, 'notFound', shown);
  return sendDocument(request, reply, document, {
    status: 200,
    type: SITE_FILES[file],
    caching: CACHING.own,
    index: true,
  });
}

/** True if the client has this tag, by weak comparison (RFC 9110, section 13.1.2). */
const isUnchanged = (known: string | undefined, etag: string): boolean =>
  known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*') ?? false;

export interface Frontend {
  /** The folder that contains the built files. If it does not exist, there are no files. */
  readonly folder: string;
  /** Undefined if only the API is served. */
  readonly documents: Documents | undefined;
  /** The content security policy of pages with payment; undefined if they have the general policy. */
  readonly payingPolicy?: string | undefined;
}

type Shown = Pick<Frontend, 'payingPolicy'> & { readonly documents: Documents };

interface Refusals {
  /** Refuses a request whose path the frontend does not answer. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Answers a failure. */
  readonly fail: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

type FileError = FastifyError & { readonly headers?: Record<string, string> };

/**
 * The statuses for a condition or range that a file does not satisfy (RFC 9110, sections 15.5.13 and
 * 15.5.17).
 */
const UNMET = [412, 416];

function refuseUnmet({ statusCode = 0, headers = {} }: FileError, reply: FastifyReply): boolean {
  if (!UNMET.includes(statusCode)) return false;
  void reply.code(statusCode).headers(headers).header('cache-control', 'no-store').send();
  return true;
}

/**
 * Serves the pages and the built frontend's files in compressed form. The folder is read once, so a new build
 * needs a restart.
 * @returns a function that returns true for the paths of these pages and files
 */
export async function serveFrontend(
  fastify: FastifyInstance,
  { folder, documents, payingPolicy }: Frontend,
  { refuse, fail }: Refusals,
): Promise<(path: string) => boolean> {
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
      return sendPage(request, reply, answer.page, { documents, payingPolicy });
    if (answer?.kind === 'site-file' && documents !== undefined)
      return sendSiteFile(request, reply, answer.file, { documents, payingPolicy });
    if (answer?.kind !== 'file') {
      refuse(request, reply);
      return reply;
    }
    return reply
      .header('cache-control', answer.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('vary', 'accept-encoding')
      .sendFile(answer.file);
  });
  return (path) => exists(answerFor(files, path), documents);
}
