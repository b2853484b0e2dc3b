import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const configs = new WeakMap<object, FastifyContextConfig>();

/** Adds to a route's config for our hooks; `RouteConfig` alone would replace it. */
export const extendRoute =
  (part: FastifyContextConfig): MethodDecorator =>
  (target, name, descriptor) => {
    const handler = descriptor.value as object;
    const config = { ...configs.get(handler), ...part };
    configs.set(handler, config);
    return RouteConfig(config)(target, name, descriptor);
  };
