import { inSpan, type Tracing } from '../platform/tracing/tracing.js';
import type { MailTransport } from './mail-transport.js';

/** Adds a span for each mail that is handed over. The span states kind and outcome, but no content. */
export function tracedTransport(transport: MailTransport, way: string, tracing: Tracing): MailTransport {
  if (!tracing.isOn) return transport;
  return {
    once: transport.once,
    send: (mail, signal) => {
      const facts = { 'mail.way': way, 'mail.kind': mail.kind };
      return inSpan(tracing, { name: 'mail.send', kind: 'client', facts }, async (span) => {
        const accepted = await transport.send(mail, signal);
        span.set({ 'mail.accepted': true });
        return accepted;
      });
    },
  };
}
