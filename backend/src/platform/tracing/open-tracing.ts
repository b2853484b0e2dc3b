import type { TracingConfig } from '../config/tracing-config.js';
import type { Logger } from '../logging/logger.js';
import { noTracing, type Tracing } from './tracing.js';

/** @param config if undefined, nothing is recorded, and the SDK is not even loaded */
export async function openTracing(
  config: TracingConfig | undefined,
  about: { readonly version: string; readonly backend: string; readonly logger: Logger },
): Promise<Tracing> {
  if (config === undefined) return noTracing;
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing({ ...config, ...about });
}
