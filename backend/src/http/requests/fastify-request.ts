import '@fastify/cookie';
import type { ErrorCode } from '@siegel/contracts/errors';
import type { Role } from '@siegel/contracts/enums';
import type { Span } from '../../platform/tracing/tracing.js';
import type { CountedCall } from '../limits/counted-call.js';

/** Members that our hooks and guards set on a request. */
declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as received, for signatures over them. */
    rawBody?: Buffer;
    /** Code of the problem that answered this request. */
    problemCode?: ErrorCode;
    /** The span of this request, until it is answered. */
    span?: Span | undefined;
    /** Provisional counts; taken back unless the call ends in one of the codes that count. */
    countedCalls?: CountedCall[];
    /** Called once the handler's answer exists: the timeout no longer replaces it. */
    stopTimeout?: () => void;
    /** A trusted proxy sent it without the address of its client. */
    hasHiddenAddress?: true;
    /** Set by the role guard. */
    session?: { readonly role: Role; readonly id: string };
  }
}
