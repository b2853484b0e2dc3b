import type { MailFault } from '../mail-transport.js';
import type { Answer } from './exchange.js';

interface Refusal {
  readonly code: MailFault;
  /** True if an intermediary answered instead of SendGrid, so the fate of the message is unknown. */
  readonly fateUnknown: boolean;
}

/**
 * These statuses come from SendGrid itself and mean that it did not accept the message. Other 5xx statuses
 * come from a gateway.
 */
const OWN_FAULTS = [500, 501, 503, 505];

/**
 * Returns the members of our request that an error response complains about, such as
 * `personalizations.0.to.0.email`.
 */
function fieldsOf(text: string): readonly (string | null)[] | undefined {
  try {
    const { errors } = JSON.parse(text) as { errors?: unknown };
    if (!Array.isArray(errors) || errors.length === 0) return undefined;
    return errors.map((one: { field?: unknown } | null) =>
      typeof one?.field === 'string' ? one.field : null,
    );
  } catch {
    return undefined;
  }
}

/**
 * Returns the fault that a 400 reports. If only our own sender is wrong, the setup is at fault. Otherwise the
 * message or its address is at fault.
 */
function badRequest(text: string): MailFault {
  const fields = fieldsOf(text);
  // The response is not in SendGrid's format, so it comes from an intermediary.
  if (fields === undefined) return 'mail_unreachable';
  return fields.every((field) => field !== null && /^from(\.|$)/.test(field)) ? 'mail_setup' : 'mail_refused';
}

/** Interprets a response by which SendGrid did not accept a message. */
export function refusalOf({ status, text }: Pick<Answer, 'status' | 'text'>): Refusal {
  const known = (code: MailFault): Refusal => ({ code, fateUnknown: false });
  if (status === 400) return known(badRequest(text));
  if (status === 413) return known('mail_refused');
  if (status === 408 || status === 425 || status === 429) return known('mail_unreachable');
  if (status >= 500) return { code: 'mail_unreachable', fateUnknown: !OWN_FAULTS.includes(status) };
  // The key, its permissions, the sender or the address of the API is wrong. Any other message would fail
  // too.
  if (status >= 300) return known('mail_setup');
  return { code: 'mail_unreachable', fateUnknown: true };
}
