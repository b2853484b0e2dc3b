import { createSealIdentity, openSealIdentity } from '../../pades/seal-identity.js';
import { rsaIdentity } from '../../pades/testing/fixtures.js';
import { checkSeal } from './seal-check.js';

describe('the check of the seal', () => {
  it('finds nothing to do for the seal that the service makes, which has no other issuer', async () => {
    const now = new Date('2026-11-27T12:00:00Z');
    const { p12, password } = await createSealIdentity({ subject: 'Example GmbH', now });
    expect(await checkSeal(openSealIdentity(p12, password), now)).toEqual({
      state: 'ok',
      says: 'The certificate is valid until 2029-11-27.',
    });
  });

  it('warns if the certificate of an issuer is missing', async () => {
    const { chain, ...identity } = rsaIdentity();
    const [certificate] = chain;
    const checked = await checkSeal({ ...identity, chain: [certificate] }, new Date('2026-11-27T12:00:00Z'));
    expect(checked).toMatchObject({
      state: 'warning',
      todo: expect.stringContaining('missing certificates'),
    });
  });
});
