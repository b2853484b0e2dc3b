import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { carriesToken, pageAt } from '@siegel/contracts/pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/**
 * The prerendered file of a page in the language that its address asks for, else the one page that renders
 * itself.
 */
function pageFile(files: ReadonlySet<string>, path: string, language: string | undefined): string {
  const name = path === '/' ? 'index' : path.slice(1);
  const candidates = [
    ...(language === 'de' || language === 'en'
      ? [`${name}.${language}.html`, `${language}/${name}.html`, `${language}/${name}/index.html`]
      : []),
    `${name}.html`,
    `${name}/index.html`,
  ];
  return candidates.find((file) => files.has(file)) ?? (files.has('app.html') ? 'app.html' : 'index.html');
}

interface Answer {
  readonly file: string;
  readonly status: number;
  readonly immutable: boolean;
}

/**
 * What the built frontend has for a path: a file, a page of the site or the 404 page
 * (rule:pages-and-addresses); undefined where it is no page's business.
 */
export function answerFor(
  files: ReadonlySet<string>,
  path: string,
  language: string | undefined,
): Answer | undefined {
  if (isReserved(path) || files.size === 0) return undefined;
  const file = path.slice(1);
  if (files.has(file)) return { file, status: 200, immutable: HASHED.test(file) };
  if (HASHED.test(file)) return undefined;
  const page = withoutSlash(path);
  const known = pageAt(page) !== undefined;
  return {
    file: pageFile(files, known ? page : '/404', language),
    status: known ? 200 : 404,
    immutable: false,
  };
}

function languageAsked(request: FastifyRequest): string | undefined {
  const { lang } = request.query as Record<string, unknown>;
  return typeof lang === 'string' ? lang : undefined;
}

function cachingOf(path: string, { immutable }: Answer): string {
  if (carriesToken(path)) return 'no-store';
  return immutable ? 'public, max-age=31536000, immutable' : 'no-cache';
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

/** Serves the built frontend, compressed. The folder is read once: a build replaces the process. */
export async function serveFrontend(
  fastify: FastifyInstance,
  folder: string,
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
    const path = pathOf(request);
    const answer = answerFor(files, path, languageAsked(request));
    if (answer === undefined) {
      refuse(request, reply);
      return reply;
    }
    return reply
      .code(answer.status)
      .header('cache-control', cachingOf(path, answer))
      .header('vary', 'accept-encoding')
      .sendFile(answer.file);
  });
}
