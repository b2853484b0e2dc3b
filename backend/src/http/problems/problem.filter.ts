import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import '../requests/fastify-request.js';
import { RateLimited } from './http-errors.js';
import { isRefusedStatement } from '../../platform/postgres/refused.js';
import { errorDetails } from '../../platform/logging/describe-error.js';
import { PROBLEM_TYPE, problemOf, retryAfterOf } from './problem.js';
import { languageOf } from '../requests/request-context.js';
import { routeOf } from '../routes/route-pattern.js';

/** Headers of the original answer that are removed when a problem replaces the answer. */
const STALE = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'location',
];

/** Responds with the problem document for a failure. Logs the failure if its status is 500 or higher. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): void {
  const problem = problemOf(error, languageOf(request));
  request.problemCode = problem.code;
  if (problem.status >= 500) {
    const details = {
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      code: problem.code,
      error: errorDetails(error),
    };
    if (problem.code === 'internal_error')
      logger.error(
        details,
        'A request failed with an unexpected error, most likely because of a bug in the service. Report this log line to the maintainers of Siegel.',
      );
    else if (isRefusedStatement(error))
      logger.error(
        details,
        'The database refused a statement of the service. Look for a trigger, constraint or permission that was changed. If nothing was changed, report this log line to the maintainers of Siegel.',
      );
    else logger.warn(details, "a request could not be served; see the fields 'code' and 'error'");
  }
  if (reply.sent || reply.raw.headersSent) return;
  const retryAfter = retryAfterOf(error, problem.code);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  for (const stale of STALE) reply.removeHeader(stale);
  // The document is sent as a string, because some routes have their own serializers, which could change an
  // object.
  reply
    .code(problem.status)
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Language')
    .send(JSON.stringify({ ...problem, requestId: request.id }));
}

/** Handles every error that a route or the framework throws. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    /** Refuses requests that match no route, because their path is unknown or their method is wrong. */
    private readonly refuse: (request: FastifyRequest, reply: FastifyReply) => void,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    // Requests without a route are subject to limits too. So the error can be the refusal by a limit.
    if (request.is404 && !(error instanceof RateLimited)) this.refuse(request, reply);
    else sendProblem(error, request, reply, this.logger);
  }
}
