import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSealIdentity, type SealIdentity } from '../seal-identity.js';

/**
 * Made by `openssl pkcs12 -export`, with and without `-legacy`; valid until 2126. The quick one has the same
 * content, but only one round of key derivation: with the usual thousands it took a twentieth of the
 * computing time of all tests.
 */
export const FIXTURE_PASSWORD = 'fixture';
export const p12Fixture = (
  name: 'rsa-chain-modern' | 'rsa-chain-quick' | 'rsa-chain-legacy' | 'ec-chain-modern' | 'no-key',
): Buffer => readFileSync(join(__dirname, 'p12', `${name}.p12`));

export const rsaIdentity = (): SealIdentity =>
  openSealIdentity(p12Fixture('rsa-chain-quick'), FIXTURE_PASSWORD);
export const ecIdentity = (): SealIdentity =>
  openSealIdentity(p12Fixture('ec-chain-modern'), FIXTURE_PASSWORD);
