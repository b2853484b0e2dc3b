import { createRequire } from 'node:module';

/** Of this service, as its package has it. */
export const { version: SERVICE_VERSION } = createRequire(import.meta.url)('../../package.json') as {
  readonly version: string;
};
