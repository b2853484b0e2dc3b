import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import './fastify-request.js';
import { RATE_LIMIT_METADATA } from './rate-limit.decorator.js';
import type { CountedCall, RateLimiter } from './rate-limiter.js';
import { LIMITS, type LimitName, type LimitRule } from './rate-limits.js';
import { addressOf } from './request-context.js';

/**
 * Holds `@RateLimit(name)` routes to their limit. The general limit is counted before, when the request comes
 * in.
 */
export class RateLimitGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const name = this.#reflector.getAllAndOverride<LimitName | undefined>(RATE_LIMIT_METADATA, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (name === undefined) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const counted = await this.limiter.count(name, addressOf(request));
    if (counted !== undefined) request.countedCalls = [...(request.countedCalls ?? []), counted];
    return true;
  }
}

/**
 * Counted beforehand, so that many at once cannot slip through; those that ended well are taken back here,
 * before the answer leaves.
 */
export async function takeBackWhatDoesNotCount(limiter: RateLimiter, request: FastifyRequest): Promise<void> {
  const calls = (request.countedCalls ?? []).filter((call: CountedCall) => {
    const { countedCodes }: LimitRule = LIMITS[call.name];
    return (
      countedCodes !== undefined &&
      (request.problemCode === undefined || !countedCodes.includes(request.problemCode))
    );
  });
  delete request.countedCalls;
  const taken = Promise.all(calls.map((call) => limiter.takeBack(call))).catch(() => undefined);
  // With the database away the answer, which says so, does not wait for it.
  if (request.problemCode !== 'unavailable') await taken;
}
