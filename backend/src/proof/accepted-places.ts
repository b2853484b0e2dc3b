import type { Adoption } from '../eventsourcing/trust/adoption.js';
import type { IsAccepted } from './verify-stream.js';

/** Recognises the places that the operator accepted when the log was adopted (rule:log-is-adopted). */
export function acceptedIn(adoption: Pick<Adoption, 'accepted'> | undefined): IsAccepted {
  const accepted = new Set(adoption?.accepted.map(({ stream, revision }) => `${stream}@${revision}`));
  return (stream, revision) => accepted.has(`${stream}@${revision}`);
}
