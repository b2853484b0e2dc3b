import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/logging/logger.js';
import '../requests/fastify-request.js';
import { RateLimited } from './http-errors.js';
import { errorDetails } from '../../platform/logging/describe-error.js';
import { PROBLEM_TYPE, problemOf, retryAfterOf } from './problem.js';
import { languageOf } from '../requests/request-context.js';
import { routeOf } from '../routes/route-pattern.js';

/** What was said of an answer that is not given now. */
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

/** Answers with the problem that the failure is, and logs those that are ours. */
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
    if (problem.code === 'internal_error') logger.error(details, 'a request failed');
    else logger.warn(details, 'a request could not be served');
  }
  if (reply.sent || reply.raw.headersSent) return;
  const retryAfter = retryAfterOf(error, problem.code);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  for (const stale of STALE) reply.removeHeader(stale);
  // A string is sent as it is: some routes have serializers of their own.
  reply
    .code(problem.status)
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Language')
    .send(JSON.stringify({ ...problem, requestId: request.id }));
}

/** Every error of every route and of the framework ends here. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    /** Answers what no route does: unknown address or wrong method. */
    private readonly refuse: (request: FastifyRequest, reply: FastifyReply) => void,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    // Calls that no route answers are counted too.
    if (request.is404 && !(error instanceof RateLimited)) this.refuse(request, reply);
    else sendProblem(error, request, reply, this.logger);
  }
}
