import type { MailFault } from '../mail-transport.js';
import type { Answer } from './exchange.js';

interface Refusal {
  readonly code: MailFault;
  /** True if an intermediary answered instead: the fate of the message is unknown. */
  readonly fateUnknown: boolean;
}

/**
 * With these statuses SendGrid itself says that it did not take the message; other 5xx come from a gateway.
 */
const OWN_FAULTS = [500, 501, 503, 505];

/** Members of our request that an answer complains about, as in `personalizations.0.to.0.email`. */
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

/** A fault of the message or its address, unless only our own sender is wrong. */
function badRequest(text: string): MailFault {
  const fields = fieldsOf(text);
  // Not SendGrid's format: an intermediary answered.
  if (fields === undefined) return 'mail_unreachable';
  return fields.every((field) => field !== null && /^from(\.|$)/.test(field)) ? 'mail_setup' : 'mail_refused';
}

/** The meaning of an answer other than acceptance. */
export function refusalOf({ status, text }: Pick<Answer, 'status' | 'text'>): Refusal {
  const known = (code: MailFault): Refusal => ({ code, fateUnknown: false });
  if (status === 400) return known(badRequest(text));
  if (status === 413) return known('mail_refused');
  if (status === 408 || status === 425 || status === 429) return known('mail_unreachable');
  if (status >= 500) return { code: 'mail_unreachable', fateUnknown: !OWN_FAULTS.includes(status) };
  // Key, rights, sender, or a wrong address of the API: no other message would fare better.
  if (status >= 300) return known('mail_setup');
  return { code: 'mail_unreachable', fateUnknown: true };
}
