import type { MailFault } from '../mail-transport.js';
import type { Answer } from './exchange.js';

interface Refusal {
  readonly code: MailFault;
  /** An intermediary answered in its place: what it made of the message nobody knows. */
  readonly fateUnknown: boolean;
}

/** The service itself says with these that it did not take the message; other 5xx are a gateway's. */
const OWN_FAULTS = [500, 501, 503, 505];

/** Names of the members of our request that an answer complains of, as in `personalizations.0.to.0.email`. */
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

/** Of the message or its address, unless all that is wrong is our own sender. */
function badRequest(text: string): MailFault {
  const fields = fieldsOf(text);
  // Not the service's own words: something between us and it answered.
  if (fields === undefined) return 'mail_unreachable';
  return fields.every((field) => field !== null && /^from(\.|$)/.test(field)) ? 'mail_setup' : 'mail_refused';
}

/** What an answer that is no acceptance means. */
export function refusalOf({ status, text }: Pick<Answer, 'status' | 'text'>): Refusal {
  const known = (code: MailFault): Refusal => ({ code, fateUnknown: false });
  if (status === 400) return known(badRequest(text));
  if (status === 413) return known('mail_refused');
  if (status === 408 || status === 425 || status === 429) return known('mail_unreachable');
  if (status >= 500) return { code: 'mail_unreachable', fateUnknown: !OWN_FAULTS.includes(status) };
  // Key, rights, sender; or no such service at that address: no other message would fare better.
  if (status >= 300) return known('mail_setup');
  return { code: 'mail_unreachable', fateUnknown: true };
}
