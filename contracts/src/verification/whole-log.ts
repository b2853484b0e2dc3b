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
  done: described('Number of events that were verified', count),
  total: described('Number of events to verify, as far as known', count),
  startedAt: described('Null if there was no verification yet', nullable(timestamp)),
  finishedAt: described('Null until the verification ends, with or without a verdict', nullable(timestamp)),
  verdict: described(
    'Null until the verification is done. It stays null if the verification broke off',
    nullable(oneOf(['intact', 'broken'])),
  ),
  checkpoints: described('Number of checkpoints that were verified', count),
  firstBroken: nullable(brokenPlaceSchema),
});
/** `GET /api/audit/verify`: the verification that is running, or the last verification if none is running. */
export interface LogVerificationView extends ViewOf<typeof logVerificationSchema> {}

const signingKeySchema = namedObject('SigningKey', {
  keyId: text,
  publicKey: textWith({ contentEncoding: 'base64', description: 'Ed25519, 32 bytes' }),
  since: described('Time since which this service has had the key', timestamp),
  until: described('Time when another key replaced it. Null for the key that signs now', nullable(timestamp)),
});
/** A key that signs receipts and checkpoints, or that signed them earlier. */
export interface SigningKeyView extends ViewOf<typeof signingKeySchema> {}

export const signingKeyListSchema = namedObject('SigningKeyList', { items: listOf(signingKeySchema) });
/** `GET /api/verify/keys` */
export interface SigningKeyListView extends ViewOf<typeof signingKeyListSchema> {}
