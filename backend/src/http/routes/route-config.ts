import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const configs = new WeakMap<object, FastifyContextConfig>();

/**
 * Adds a part to the config of a route, for our hooks. With `RouteConfig` alone, a second decorator would
 * replace the config of the first one.
 */
export const extendRoute =
  (part: FastifyContextConfig): MethodDecorator =>
  (target, name, descriptor) => {
    const handler = descriptor.value as object;
    const config = { ...configs.get(handler), ...part };
    configs.set(handler, config);
    return RouteConfig(config)(target, name, descriptor);
  };
