import { DAY_MS } from '@siegel/contracts/limits';
import type TestAgent from 'supertest/lib/agent.js';
import { bearerTokenHash } from '../http/callers/bearer-token.js';
import { problem } from '../http/testing/problem.js';
import { systemClock } from '../platform/time/clock.js';
import { terms } from '../../testing/steps/samples.js';
import { untilInvitationSent } from '../../testing/steps/link-steps.js';
import { create, invited, payByCard, read, signedByBoth } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { LinkTokens } from '../vault/link-tokens.js';
import { act, eventsOf, newest } from '../../testing/steps/act.js';

let test: TestBackend;
let later = 0;
beforeAll(async () => {
  test = await startTestBackend({ clock: { now: () => new Date(systemClock.now().getTime() + later) } });
});
afterAll(() => test.stop());
afterEach(() => (later = 0));

const correct = (browser: TestAgent, id: string, party: 1 | 2, address: unknown) =>
  browser.patch(`/api/ndas/${id}/party${party}-email`).send({ [`party${party}Email`]: address });
const refused = async (browser: TestAgent, id: string, party: 1 | 2): Promise<string> => {
  const { status, body } = await correct(browser, id, party, 'neu@example.org');
  return `${status} ${body.code}`;
};

describe('PATCH /api/ndas/{id}/party2-email', () => {
  it('gives an open invitation another link, and does not change its end', async () => {
    const browser = test.browser();
    const id = await invited(browser);
    const before = await read(browser, id);
    const { body } = await correct(browser, id, 2, ' thomas@Achterberg.example ').expect(200);
    expect(body).toMatchObject({
      party2Email: 'thomas@Achterberg.example',
      expiresAt: before.expiresAt,
      addressesLeft: 1,
      invitationsLeft: 2,
    });
    expect(body.party2SignatureToken).toMatch(/^[0-9a-f]{16}$/);
    expect(body.party2SignatureToken).not.toBe(before.party2SignatureToken);
    const { party2Email, party2SignatureToken } = await read(browser, id);
    expect(body).toMatchObject({ party2Email, party2SignatureToken });
    const { linkId = '', tokenHash } = (await newest(test, id, 'Party2AddressCorrected')).open;
    const link = { purpose: 'invitation', ndaId: id, about: linkId } as const;
    expect(tokenHash).toBe(bearerTokenHash(new LinkTokens(test.secrets.indexKey).make(link)));
  });

  it('corrects the address before an invitation, and ignores the same one', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const { body: same } = await correct(browser, id, 2, terms.party2Email).expect(200);
    expect(same).toMatchObject({ revision: 0, addressesLeft: 2 });
    const { body } = await correct(browser, id, 2, 'neu@example.org').expect(200);
    expect(body).toMatchObject({ revision: 1, party2Email: 'neu@example.org', party2SignatureToken: null });
  });

  it('is possible twice', async () => {
    const browser = test.browser();
    const id = await create(browser);
    for (const address of ['a@example.org', 'b@example.org'])
      await correct(browser, id, 2, address).expect(200);
    expect(await refused(browser, id, 2)).toBe('409 address_limit');
    await correct(browser, id, 2, 'b@example.org').expect(200);
  });

  it('is refused after the end of the invitation, and once the document is due', async () => {
    const browser = test.browser();
    const id = await signedByBoth(browser);
    await correct(browser, id, 2, 'vorher@example.org').expect(200);
    await payByCard(browser, id);
    expect(await refused(browser, id, 2)).toBe('409 nda_final');
    const expired = await invited(browser);
    await untilInvitationSent(test, expired);
    later = 15 * DAY_MS;
    expect(await refused(browser, expired, 2)).toBe('410 invitation_expired');
  });
});

describe('PATCH /api/ndas/{id}/party1-email', () => {
  it('corrects it twice, and ignores the same one', async () => {
    const browser = test.browser();
    const id = await create(browser);
    await correct(browser, id, 1, terms.party1Email).expect(200);
    for (const address of ['a@example.org', 'b@example.org']) {
      const { body } = await correct(browser, id, 1, address).expect(200);
      expect(body).toMatchObject({ party1Email: address });
    }
    expect(await refused(browser, id, 1)).toBe('409 address_limit');
    expect((await eventsOf(test, id)).map(({ type }) => type)).toEqual([
      'NdaCreated',
      'Party1AddressCorrected',
      'Party1AddressCorrected',
    ]);
  });

  it('is refused once the document is due', async () => {
    const browser = test.browser();
    const id = await signedByBoth(browser);
    await correct(browser, id, 1, 'vorher@example.org').expect(200);
    await payByCard(browser, id);
    expect(await refused(browser, id, 1)).toBe('409 nda_final');
  });
});

describe.each([1, 2] as const)('PATCH /api/ndas/{id}/party%s-email', (party) => {
  it('accepts valid addresses, and names the field of an invalid one', async () => {
    const browser = test.browser();
    const id = await create(browser);
    for (const bad of [
      undefined,
      null,
      '',
      12,
      ['a@example.org'],
      'a@',
      'a@example.org\nBcc: b@example.org',
    ]) {
      const answer = await correct(browser, id, party, bad).expect(400);
      expect(problem(answer)).toMatchObject({ errors: [{ field: `party${party}Email` }] });
    }
    expect((await read(browser, id)).revision).toBe(0);
  });

  it('is refused to anybody else, and if the NDA is gone', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const stranger = test.browser();
    await create(stranger);
    expect(await refused(stranger, id, party)).toBe('404 not_found');
    await act(test, id, { type: 'EraseNda', reason: 'admin' });
    expect(await refused(browser, id, party)).toBe('404 not_found');
    const draft = await create(browser);
    await create(browser, { ideaTitle: 'Eine andere Idee', replaces: draft });
    expect(await refused(browser, draft, party)).toBe('410 nda_discarded');
  });
});
