import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for a root span. */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly failed: boolean;
}

export interface OtlpReceiver {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** All requests as text, each with its unchanged headers and body. */
  readonly calls: readonly string[];
  spans(): ReceivedSpan[];
  /** Returns the resource attributes that were sent with the spans. They describe the service. */
  resources(): Record<string, unknown>[];
  /** Returns the schema URLs of the semantic conventions that resources and spans claim to follow. */
  schemas(): (string | undefined)[];
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values?: readonly Value[] };
}

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

type SentSpan = Omit<ReceivedSpan, 'attributes' | 'links' | 'failed' | 'parentSpanId'> & {
  readonly parentSpanId?: string;
  readonly attributes?: readonly Attribute[];
  readonly links?: ReceivedSpan['links'];
  readonly status?: { readonly code?: number };
};

interface SentBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly schemaUrl?: string;
    readonly scopeSpans: readonly { readonly schemaUrl?: string; readonly spans: readonly SentSpan[] }[];
  }[];
}

/** `STATUS_CODE_ERROR` of OTLP. */
const ERROR = 2;

function valueOf({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Value): unknown {
  if (arrayValue !== undefined) return (arrayValue.values ?? []).map(valueOf);
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue)) ?? doubleValue ?? boolValue;
}

const attributesOf = (attributes: readonly Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

const spanOf = ({ parentSpanId, attributes, links = [], status, ...span }: SentSpan): ReceivedSpan => ({
  ...span,
  parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
  attributes: attributesOf(attributes),
  links,
  failed: status?.code === ERROR,
});

/**
 * Starts a collector for OTLP over HTTP with JSON. It keeps all requests that it receives.
 * @param answer returns the status of each response, or 'silence' if the collector must not respond
 */
export async function otlpReceiver(answer: () => number | 'silence' = () => 200): Promise<OtlpReceiver> {
  const calls: string[] = [];
  const bodies: SentBody[] = [];
  const reply = (response: ServerResponse): void => {
    const status = answer();
    if (status === 'silence') return;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      calls.push([`${request.method} ${request.url}`, ...request.rawHeaders, body].join('\n'));
      bodies.push(JSON.parse(body) as SentBody);
      reply(response);
    });
    request.on('error', () => {});
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const resourceSpans = () => bodies.flatMap((body) => body.resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    spans: () =>
      resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(spanOf))),
    resources: () => resourceSpans().map(({ resource }) => attributesOf(resource.attributes)),
    schemas: () =>
      resourceSpans().flatMap(({ schemaUrl, scopeSpans }) => [
        schemaUrl,
        ...scopeSpans.map((scope) => scope.schemaUrl),
      ]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
