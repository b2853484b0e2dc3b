import {
  count,
  listOf,
  named,
  nullable,
  objectOf,
  oneOf,
  type Schema,
  text,
  textWith,
  timestamp,
} from '../schema.js';
import { brokenPlaceSchema } from './checkpoints.schema.js';
import {
  type LogVerificationView,
  type SigningKeyListView,
  type SigningKeyView,
  VERIFICATION_STATES,
  type VerificationBegunView,
} from './whole-log.js';

export const verificationBegunSchema: Schema<VerificationBegunView> = named(
  'VerificationBegun',
  objectOf<VerificationBegunView>({ state: oneOf(VERIFICATION_STATES) }),
);

export const logVerificationSchema: Schema<LogVerificationView> = named(
  'LogVerification',
  objectOf<LogVerificationView>({
    state: oneOf(VERIFICATION_STATES),
    done: count,
    total: count,
    startedAt: nullable(timestamp),
    finishedAt: nullable(timestamp),
    verdict: nullable(oneOf(['intact', 'broken'])),
    checkpoints: count,
    firstBroken: nullable(brokenPlaceSchema),
  }),
);

const signingKeySchema: Schema<SigningKeyView> = named(
  'SigningKey',
  objectOf<SigningKeyView>({
    keyId: text,
    publicKey: textWith({ contentEncoding: 'base64', description: 'Ed25519, 32 bytes' }),
    since: timestamp,
    until: nullable(timestamp),
  }),
);

export const signingKeyListSchema: Schema<SigningKeyListView> = named(
  'SigningKeyList',
  objectOf<SigningKeyListView>({ items: listOf(signingKeySchema) }),
);
