import type { Secrets } from '#src/app/secrets';
import type { Environment } from './built-backend.js';

const listed = (keys: readonly Buffer[]): string => keys.map((key) => key.toString('hex')).join(',');

/** Returns the environment variables by which an operator passes these secrets to a process. */
export function environmentOf(secrets: Secrets): Environment {
  return {
    MASTER_KEY: secrets.masterKey.toString('hex'),
    ...(secrets.masterKeyOld === undefined ? {} : { MASTER_KEY_OLD: secrets.masterKeyOld.toString('hex') }),
    SESSION_SECRET: listed(secrets.sessionSecrets),
    INDEX_KEY: secrets.indexKey.toString('hex'),
    CHECKPOINT_KEY: listed(secrets.checkpointKeys),
    ...(secrets.appendKeys === undefined
      ? {}
      : { APPEND_KEY: `${secrets.appendKeys.log} ${listed(secrets.appendKeys.keys)}` }),
    ...(secrets.logAdopted === undefined ? {} : { LOG_ADOPTED: secrets.logAdopted }),
    ADMIN_PASSWORD: secrets.adminPassword,
    AUDITOR_PASSWORD: secrets.auditorPassword,
    SEAL_P12: secrets.sealP12.toString('base64'),
    SEAL_P12_PASSWORD: secrets.sealP12Password,
  };
}
