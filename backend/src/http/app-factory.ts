import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { BODY_MAX_BYTES, VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from '../platform/config/config.js';
import type { Logger } from '../platform/logging/logger.js';
import { limitAnswerTime } from './lifecycle/limit-answer-time.js';
import { type Frontend, serveFrontend } from './web/frontend.js';
import { isTrusted, noteHiddenAddresses } from './callers/hidden-address.hook.js';
import { type Probe, serveHealth, type Warning } from './observing/health.js';
import type { PinoLogger } from '../platform/logging/http-logger.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import { dropIgnoredBodies } from './bodies/ignored-body.js';
import { acceptJsonBodies } from './bodies/json-body.js';
import { pathOf } from './web/path.js';
import { acceptPdfBodies } from './bodies/pdf-body.js';
import { serveMetrics } from './observing/metrics.js';
import { ApiDescription, serveOpenApi } from './openapi/serve-openapi.js';
import { Sessions } from './callers/sessions.js';
import { CreatorKey } from './callers/creator-key.js';
import { refuseForeignCalls } from './callers/origin.hook.js';
import { ProblemFilter, sendProblem } from './problems/problem.filter.js';
import { RoleGuard } from './callers/role.guard.js';
import { limitCalls } from './limits/rate-limit.hook.js';
import { RateLimiter } from './limits/rate-limiter.js';
import { logRequests } from './observing/request-log.js';
import { workOnRequests } from './observing/request-work.js';
import { addSecurityHeaders, forbidStoring } from './web/security-headers.js';
import { RouteCatalogue } from './routes/unknown-route.js';
import { refuseUnreadableAddresses, routeUnreadableAddress } from './routes/unreadable-address.js';
import { RequestValidationPipe } from './bodies/validation.pipe.js';

/** Maximum number of characters in a path parameter. Our ids and tokens are all shorter. */
const PARAMETER_MAX = 300;
/** Milliseconds within which the whole request must arrive. */
const REQUEST_MS = 30_000;

export interface HttpDeps {
  readonly config: Config;
  /** The first secret signs cookies; every secret in the list can verify them. */
  readonly sessionSecrets: readonly Buffer[];
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Receives spans; by default no spans are recorded. */
  readonly tracing?: Tracing;
  readonly probes: readonly Probe[];
  readonly warnings?: readonly Warning[];
  readonly frontend: Frontend;
  /** Milliseconds after which a request that has had no response gets a 503; 5000 by default. */
  readonly answerWithinMs?: number;
  /** Aborted during a stop, when the service cuts off the requests that still have no response. */
  readonly cutting?: AbortSignal;
}

/**
 * Returns a Fastify adapter with our limits. Call `NestFactory.create` with this adapter and the options `{
 * bodyParser: false, logger: new NestLogger(logger) }`.
 */
export function createHttpAdapter(config: Config, logger: PinoLogger): FastifyAdapter {
  return new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length === 0 ? false : (hop) => isTrusted(hop, config.trustProxy),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    // Requests that arrive while the service is stopping are handled as usual. Fastify would send its own
    // 503, which is not a problem document.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_MAX },
    frameworkErrors: routeUnreadableAddress,
    skipMiddie: true,
  });
}

/**
 * Sets up all parts of the HTTP layer except the controllers, both for the service and for its tests. Call
 * this after `create` and before `init` or `listen`.
 */
export async function configureHttp(app: NestFastifyApplication, deps: HttpDeps): Promise<void> {
  const { config, logger } = deps;
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  const routes = new RouteCatalogue(fastify);
  const cookies = { device: app.get(CreatorKey).cookieName, session: app.get(Sessions).cookieName };
  const api = new ApiDescription(fastify, { url: config.publicUrl, cookies });
  // Handles all failures, including failures before a controller is reached and failures on routes without a
  // controller.
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): void =>
    sendProblem(error, request, reply, logger);
  fastify.addHook('onRoute', (route) => {
    route.errorHandler ??= fail;
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply): void => {
    const { error, allow } = routes.refusal(request.method, pathOf(request));
    if (allow !== undefined) reply.header('allow', allow);
    sendProblem(error, request, reply, logger);
  };
  noteHiddenAddresses(fastify, config.trustProxy, logger);
  workOnRequests(fastify, deps.tracing);
  logRequests(fastify, logger);
  addSecurityHeaders(fastify, config);
  forbidStoring(fastify);
  refuseForeignCalls(fastify, config.publicUrl);
  limitAnswerTime(fastify, logger, { withinMs: deps.answerWithinMs, stopping: deps.cutting });
  limitCalls(fastify, app.get(RateLimiter), deps.answerWithinMs);
  await fastify.register(cookie, { secret: deps.sessionSecrets.map((one) => one.toString('hex')) });
  acceptJsonBodies(fastify);
  dropIgnoredBodies(fastify);
  acceptPdfBodies(fastify, '/api/verify', VERIFY_MAX_BYTES);
  app.useGlobalFilters(new ProblemFilter(logger, refuse));
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalGuards(new RoleGuard(app.get(Sessions)));
  refuseUnreadableAddresses(fastify);
  serveHealth(fastify, deps.probes, deps.warnings);
  serveMetrics(fastify, deps.metrics, config);
  serveOpenApi(fastify, api);
  routes.addPages(await serveFrontend(fastify, deps.frontend, { refuse, fail }));
}
