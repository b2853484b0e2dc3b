import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '@siegel/contracts/enums';
import type { FastifyRequest } from 'fastify';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import '../requests/fastify-request.js';
import { refuseDamagedBody } from '../bodies/json-body.js';
import type { Sessions } from './sessions.js';

const ROLES = 'siegel:roles';

/** Names the roles that may call a route. A route without this decorator is open to everybody. */
export const Roles = (...roles: Role[]): MethodDecorator & ClassDecorator => SetMetadata(ROLES, roles);

/**
 * Runs before every route. On a route with `Roles`, the guard responds with 401 if there is no session and
 * with 403 if the session has the wrong role (rule:admin-and-auditor). Otherwise it sets the session on the
 * request. After these checks the guard responds with 400 if the body is damaged. So a caller without
 * permission gets 401 or 403 and not 400. This class is a guard because an interceptor would slow reads down
 * by a seventh.
 */
export class RoleGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(private readonly sessions: Sessions) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const roles = this.#reflector.getAllAndOverride<readonly Role[] | undefined>(ROLES, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (roles !== undefined) return this.#admit(request, roles);
    refuseDamagedBody(request);
    return true;
  }

  async #admit(request: FastifyRequest, roles: readonly Role[]): Promise<boolean> {
    const session = await this.sessions.find(request);
    if (session === undefined) throw new RuleBroken('unauthenticated');
    if (!roles.includes(session.role)) throw new RuleBroken('forbidden');
    request.session = session;
    refuseDamagedBody(request);
    return true;
  }
}
