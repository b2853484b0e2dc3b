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
    /** The span of this request, until it is answered. */
    span?: Span | undefined;
    /**
     * Counts that are provisional: they are taken back unless the call ends with one of the codes that count.
     */
    countedCalls?: CountedCall[];
    /**
     * Called as soon as the handler's answer exists. After that the timeout no longer replaces the answer.
     */
    stopTimeout?: () => void;
    /** Set if a trusted proxy sent the request without its client's address. */
    hasHiddenAddress?: true;
    /** Set by the role guard. */
    session?: { readonly role: Role; readonly id: string };
  }
}
