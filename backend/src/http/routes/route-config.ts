import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const configs = new WeakMap<object, FastifyContextConfig>();

/** Adds a part for our hooks to a route's config. `RouteConfig` alone would replace the whole config. */
export const extendRoute =
  (part: FastifyContextConfig): MethodDecorator =>
  (target, name, descriptor) => {
    const handler = descriptor.value as object;
    const config = { ...configs.get(handler), ...part };
    configs.set(handler, config);
    return RouteConfig(config)(target, name, descriptor);
  };
