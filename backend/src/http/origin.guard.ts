import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { RuleBroken } from '../platform/rule-broken.js';

const ALLOW_FOREIGN_ORIGIN = 'siegel:allow-foreign-origin';

/** For webhooks: whoever calls them proves itself by a signature. */
export const AllowForeignOrigin = (): MethodDecorator & ClassDecorator =>
  SetMetadata(ALLOW_FOREIGN_ORIGIN, true);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a browser says that another site's page makes this call (rule:foreign-sites-are-refused). Own is
 * what PUBLIC_URL names and what the call itself is addressed to: the same service opened under another of
 * its names.
 */
function isForeign(headers: FastifyRequest['headers'], publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = headers;
  if (origin === undefined || origin === publicUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}

export class OriginGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(private readonly publicUrl: string) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (SAFE_METHODS.has(request.method)) return true;
    const exempt = this.#reflector.getAllAndOverride<boolean | undefined>(ALLOW_FOREIGN_ORIGIN, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (exempt !== true && isForeign(request.headers, this.publicUrl)) throw new RuleBroken('foreign_origin');
    return true;
  }
}
