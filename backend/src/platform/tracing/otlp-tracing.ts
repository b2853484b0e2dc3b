import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing-config.js';
import { errorCode } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';
import { newSpanId, type SpanContext, traceIdOf } from './trace-ids.js';
import { type Facts, NO_SPAN, type Span, type SpanRequest, type Tracing } from './tracing.js';
import { outsideOfWork } from '../async/work.js';

/**
 * Maximum number of spans that wait to be exported. Further spans are dropped, so that memory stays bounded
 * even if the collector is slow or unreachable.
 */
const QUEUE_MAX = 2048;
const BATCH_MAX = 512;
/**
 * `EVERY_MS` is the interval between two batches. `EXPORT_MS` is the time limit of one batch, including all
 * its retries. Both are in milliseconds.
 */
const EVERY_MS = 2_000;
const EXPORT_MS = 4_000;
/** Maximum milliseconds for which `stop` waits until the last spans are exported. */
const STOP_MS = 2_000;
/** An unreachable collector is logged at most once in this many milliseconds. */
const LOG_EVERY_MS = 60_000;
/**
 * The version of OpenTelemetry's semantic conventions that defines the names of our attributes. A collector
 * can translate these names into the names of another version.
 */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.27.0';
const ATTRIBUTES_MAX = 32;
const VALUE_MAX = 256;

const KINDS: Readonly<Record<NonNullable<SpanRequest['kind']>, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export interface OtlpTracingOptions extends TracingConfig {
  /** `version` is the version of this service. `backend` is the UUID of this backend. */
  readonly version: string;
  readonly backend: string;
  readonly logger: Logger;
  /** Maximum duration of `stop` in milliseconds; 2 000 by default. */
  readonly stopWithinMs?: number;
}

/**
 * Gives the next span the ids that were passed to `choose`. The SDK requests both ids synchronously while it
 * creates the span.
 */
class ChosenIds implements IdGenerator {
  private traceId = '';
  private spanId = '';

  choose(traceId: string, spanId: string): void {
    this.traceId = traceId;
    this.spanId = spanId;
  }

  generateTraceId = (): string => this.traceId;
  generateSpanId = (): string => this.spanId;
}

/**
 * Exports spans. Logs failures at most once a minute. The log lines leave out the collector's error messages.
 */
class LoggingExporter implements SpanExporter {
  private loggedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(...[spans, done]: Parameters<SpanExporter['export']>): void {
    this.exporter.export(spans, (result) => {
      if (result.error !== undefined) this.logFailure(result.error, spans.length);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private logFailure(error: Error, spans: number): void {
    if (performance.now() - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = performance.now();
    outsideOfWork(() =>
      this.logger.warn(
        { error: errorCode(error), spans },
        'Spans could not be sent to the trace collector (OTEL_EXPORTER_OTLP_ENDPOINT) and are lost. Nothing else is affected. Is the collector running?',
      ),
    );
  }
}

/**
 * Exports spans with OpenTelemetry's own SDK, as OTLP over HTTP. The SDK is not installed globally: contexts
 * are passed explicitly, and no library is patched. The trace's id determines whether a trace is recorded, so
 * all processes make the same decision.
 */
export class OtlpTracing implements Tracing {
  readonly isOn = true;
  private readonly ids = new ChosenIds();
  private readonly provider: TracerProvider;
  private readonly tracer: ReturnType<TracerProvider['getTracer']>;
  private readonly sampler: TraceIdRatioBasedSampler;

  constructor(private readonly options: OtlpTracingOptions) {
    const { endpoint, headers, ratio, serviceName, version, backend, logger } = options;
    const exporter = new OTLPTraceExporter({
      url: endpoint,
      headers: { ...headers },
      timeoutMillis: EXPORT_MS,
      httpAgentOptions: { keepAlive: false },
    });
    this.provider = new TracerProvider({
      // The default resource names the SDK, its language and its version.
      resource: defaultResource().merge(
        resourceFromAttributes(
          { 'service.name': serviceName, 'service.version': version, 'service.instance.id': backend },
          { schemaUrl: SCHEMA_URL },
        ),
      ),
      sampler: new AlwaysOnSampler(),
      idGenerator: this.ids,
      spanLimits: { attributeCountLimit: ATTRIBUTES_MAX, attributeValueLengthLimit: VALUE_MAX },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new LoggingExporter(exporter, logger),
          maxQueueSize: QUEUE_MAX,
          maxExportBatchSize: BATCH_MAX,
          scheduledDelayMillis: EVERY_MS,
          exportTimeoutMillis: EXPORT_MS + 1_000,
        }),
      ],
    });
    this.tracer = this.provider.getTracer('siegel', version, { schemaUrl: SCHEMA_URL });
    this.sampler = new TraceIdRatioBasedSampler(ratio);
  }

  begin(request: SpanRequest): Span {
    const { correlationId, id = newSpanId() } = request;
    const traceId = traceIdOf(correlationId);
    const { decision } = this.sampler.shouldSample(ROOT_CONTEXT, traceId);
    if (decision === SamplingDecision.RECORD_AND_SAMPLED)
      return this.record(request, { traceId, spanId: id });
    // The children of this span have the same trace id, so the sampler drops them too.
    return { ...NO_SPAN, traceId, spanId: id };
  }

  private record(request: SpanRequest, { traceId, spanId }: SpanContext): Span {
    const { name, kind = 'internal', facts = {}, parent, links = [] } = request;
    const { startedAt: startTime = Date.now() } = request;
    const began = performance.now() - (Date.now() - startTime);
    this.ids.choose(traceId, spanId);
    const traceFlags = TraceFlags.SAMPLED;
    const context =
      parent === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parent, traceFlags });
    // The SDK may start asynchronous tasks here, such as a timer for the next batch. These tasks must not
    // inherit the context of the current work.
    const span = outsideOfWork(() =>
      this.tracer.startSpan(
        name,
        {
          kind: KINDS[kind],
          attributes: attributesOf(facts),
          startTime,
          links: links.map((place) => ({ context: { ...place, traceFlags } })),
        },
        context,
      ),
    );
    return {
      traceId,
      spanId,
      set: (more) => void span.setAttributes(attributesOf(more)),
      fail: (code) => {
        span.setAttribute('error.type', code);
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
      end: () => outsideOfWork(() => span.end(startTime + (performance.now() - began))),
    };
  }

  async stop(): Promise<void> {
    const over = new AbortController();
    const limit = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.stopWithinMs ?? STOP_MS);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    await Promise.race([this.provider.shutdown().catch(() => undefined), limit]);
    over.abort();
  }
}

const attributesOf = (facts: Facts): Record<string, string | number | boolean | string[]> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  );
