import { SetMetadata } from '@nestjs/common';
import type { LimitName } from './rate-limits.js';

export const RATE_LIMIT_METADATA = 'siegel:rate-limit';

/** Counts calls of this route under the named limit, besides the general one. */
export const RateLimit = (name: LimitName): MethodDecorator & ClassDecorator =>
  SetMetadata(RATE_LIMIT_METADATA, name);
