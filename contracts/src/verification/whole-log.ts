import {
  count,
  described,
  listOf,
  namedObject,
  nullable,
  oneOf,
  text,
  textWith,
  timestamp,
  type ViewOf,
} from '../schema.js';
import { brokenPlaceSchema } from './checkpoints.js';

export const VERIFICATION_STATES = ['never', 'running', 'done', 'failed'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

export const verificationBegunSchema = namedObject('VerificationBegun', {
  state: oneOf(VERIFICATION_STATES),
});
/** `POST /api/audit/verify` */
export interface VerificationBegunView extends ViewOf<typeof verificationBegunSchema> {}

export const logVerificationSchema = namedObject('LogVerification', {
  state: oneOf(VERIFICATION_STATES),
  done: described('Events that were looked at', count),
  total: described('Events to look at, as far as that is known', count),
  startedAt: described('Null where there never was a run', nullable(timestamp)),
  finishedAt: described('Null until it ends, however it does', nullable(timestamp)),
  verdict: described(
    'Null where there is none: until the run is done, and where it broke off',
    nullable(oneOf(['intact', 'broken'])),
  ),
  checkpoints: described('Looked at', count),
  firstBroken: nullable(brokenPlaceSchema),
});
/** `GET /api/audit/verify`: the verification that is running, or the last verification if none is running. */
export interface LogVerificationView extends ViewOf<typeof logVerificationSchema> {}

const signingKeySchema = namedObject('SigningKey', {
  keyId: text,
  publicKey: textWith({ contentEncoding: 'base64', description: 'Ed25519, 32 bytes' }),
  since: described('When this service first had it', timestamp),
  until: described('When another one took its place; null for the one that signs now', nullable(timestamp)),
});
/** A key that signs receipts and checkpoints, or that signed them earlier. */
export interface SigningKeyView extends ViewOf<typeof signingKeySchema> {}

export const signingKeyListSchema = namedObject('SigningKeyList', { items: listOf(signingKeySchema) });
/** `GET /api/verify/keys` */
export interface SigningKeyListView extends ViewOf<typeof signingKeyListSchema> {}
