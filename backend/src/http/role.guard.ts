import { type CanActivate, type ExecutionContext, Inject, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '@siegel/contracts/enums';
import type { FastifyRequest } from 'fastify';
import { RuleBroken } from '../platform/rule-broken.js';
import './fastify-request.js';
import { Sessions } from './sessions.js';

const ROLES = 'siegel:roles';

/** Who may call: with `@UseGuards(RoleGuard)`. Without it the admin alone. */
export const Roles = (...roles: Role[]): MethodDecorator & ClassDecorator => SetMetadata(ROLES, roles);

/**
 * 401 without a session, 403 for the wrong role (rule:admin-and-auditor). Notes the session on the
 * request.
 */
@Injectable()
export class RoleGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(@Inject(Sessions) private readonly sessions: Sessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const session = await this.sessions.find(request);
    if (session === undefined) throw new RuleBroken('unauthenticated');
    const allowed = this.#reflector.getAllAndOverride<Role[] | undefined>(ROLES, [
      context.getHandler(),
      context.getClass(),
    ]) ?? ['admin'];
    if (!allowed.includes(session.role)) throw new RuleBroken('forbidden');
    request.session = session;
    return true;
  }
}
