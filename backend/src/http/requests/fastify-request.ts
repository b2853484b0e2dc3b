import '@fastify/cookie';
import type { ErrorCode } from '@siegel/contracts/errors';
import type { Role } from '@siegel/contracts/enums';
import type { Span } from '../../platform/tracing/tracing.js';
import type { CountedCall } from '../limits/counted-call.js';

/** What our hooks and guards note on a request. */
declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes as they came, for signatures over them. */
    rawBody?: Buffer;
    /** Code of the problem that this request was answered with. */
    problemCode?: ErrorCode;
    /** Where spans are recorded, until it is answered. */
    span?: Span | undefined;
    /** Counted for now; taken back unless the call ends in one of the codes that count. */
    countedCalls?: CountedCall[];
    /** The handler's answer is there: no other is given in its place. */
    waitsNoLonger?: () => void;
    /** A proxy that is believed sent it, and does not know the address of its client. */
    hasHiddenAddress?: true;
    /** Set by the role guard. */
    session?: { readonly role: Role; readonly id: string };
  }
}
