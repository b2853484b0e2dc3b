import type { FastifyRequest } from 'fastify';
import { isLoopbackHost, parseIp } from '../../platform/network/ip-address.js';
import { isForwarded } from './forwarding-headers.js';

/**
 * True if the caller is on this machine: the peer address is a loopback address, no proxy forwarded the
 * request, and its `Host` is a loopback host (rule:loopback-means-this-machine). A request through a proxy or
 * by DNS rebinding does not meet all three conditions.
 */
export function isLoopback(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  return (
    parseIp(request.socket.remoteAddress ?? '')?.range() === 'loopback' &&
    isLoopbackHost(request.headers.host ?? '') &&
    !isForwarded(request.headers)
  );
}
