import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTraceparent, type SpanContext } from '../../platform/tracing/trace-ids.js';
import { noTracing, type Tracing } from '../../platform/tracing/tracing.js';
import { inWork } from '../../platform/async/work.js';
import '../requests/fastify-request.js';
import { isRoutine } from './request-log.js';
import { routeOf } from '../routes/route-pattern.js';

/**
 * Attributes all work that a request causes to that request, so that each log line and each span of this work
 * has the request's id. Call this before any other hook is added.
 */
export function workOnRequests(fastify: FastifyInstance, tracing: Tracing = noTracing): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { id: correlationId } = request;
    if (tracing.isOn && !isRoutine(routeOf(request))) begin(tracing, request);
    const { span } = request;
    const place = span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
    inWork({ correlationId, ...place }, () => done());
  });
  if (!tracing.isOn) return;
  fastify.addHook('onResponse', (request, reply, done) => {
    const { span, problemCode } = request;
    span?.set({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.fail(problemCode ?? String(reply.statusCode));
    end(request);
    done();
  });
  // This hook runs if the client closes the connection before it has the response.
  fastify.addHook('onRequestAbort', (request, done) => {
    request.span?.fail('aborted');
    end(request);
    done();
  });
}

function begin(tracing: Tracing, request: FastifyRequest): void {
  const { method, id: correlationId } = request;
  const route = routeOf(request);
  request.span = tracing.begin({
    name: `${method} ${route}`,
    kind: 'server',
    // The path is left out, because it can contain an id or a token (rule:logs-hold-no-secrets).
    facts: { 'http.request.method': method, 'http.route': route, 'url.scheme': schemeOf(request) },
    correlationId,
    links: linksOf(request),
  });
}

/**
 * Returns the scheme that the client used. If a proxy in TRUST_PROXY forwarded the request, the scheme comes
 * from a header of the proxy. The proxy may write it in upper or lower case.
 */
const schemeOf = ({ protocol }: FastifyRequest): 'http' | 'https' =>
  /^https$/i.test(protocol) ? 'https' : 'http';

function end(request: FastifyRequest): void {
  request.span?.end();
  request.span = undefined;
}

/**
 * Returns a link to the trace in the header `traceparent`, if a proxy in TRUST_PROXY forwarded the request.
 * The request is only linked to that trace and never becomes part of it. Otherwise the sender could decide
 * whether, and under which trace, the request is recorded.
 */
function linksOf({ ips, headers }: FastifyRequest): SpanContext[] {
  const isThroughProxy = (ips?.length ?? 0) > 1;
  const place = isThroughProxy ? parseTraceparent(headers['traceparent']) : undefined;
  return place === undefined ? [] : [place];
}
