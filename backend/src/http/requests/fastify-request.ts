import '@fastify/cookie';
import type { ErrorCode } from '@siegel/contracts/errors';
import type { Role } from '@siegel/contracts/enums';
import type { Span } from '../../platform/tracing/tracing.js';
import type { CountedCall } from '../limits/counted-call.js';

/** Members that our hooks and guards set on a request. */
declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as received, for checking signatures over them. */
    rawBody?: Buffer;
    /** The code of the problem document that answered this request. */
    problemCode?: ErrorCode;
    /** The span of this request; undefined once the request is answered. */
    span?: Span | undefined;
    /**
     * The calls that limits have counted for this request. A call's count is taken back if the outcome of the
     * request means that it should not use up the limit.
     */
    countedCalls?: readonly CountedCall[];
    /**
     * Stops the timeout. Called as soon as the handler has responded, so that no 503 replaces the response.
     */
    stopTimeout?: () => void;
    /** Set if a trusted proxy sent the request without its client's address. */
    hasHiddenAddress?: true;
    /** Set by the role guard. */
    session?: { readonly role: Role; readonly id: string };
  }
}
