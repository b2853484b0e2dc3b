import { createHash } from 'node:crypto';
import { DAY_MS, REMINDER_REPEAT_MS } from '@siegel/contracts/limits';
import type { NdaView } from '@siegel/contracts/nda/view';
import type TestAgent from 'supertest/lib/agent.js';
import { bearerTokenHash } from '../http/callers/bearer-token.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { systemClock } from '../platform/time/clock.js';
import { untilInvitationSent } from '../../testing/steps/link-steps.js';
import { create, invitable, invited, openIntent, read, sign } from '../../testing/steps/steps.js';
import { startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { LinkTokens } from '../vault/link-tokens.js';
import { act, eventsOf, newest } from '../../testing/steps/act.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let test: TestBackend;
let later = 0;
beforeAll(async () => {
  test = await startTestBackend({ clock: { now: () => new Date(systemClock.now().getTime() + later) } });
});
afterAll(() => test.stop());
afterEach(() => (later = 0));

type Call = 'initiate-remote-signature' | 'resend-remote-invite' | 'cancel-remote-invite';
const post = (browser: TestAgent, id: string, call: Call) => browser.post(`/api/ndas/${id}/${call}`);
const refused = async (browser: TestAgent, id: string, call: Call): Promise<string> => {
  const { status, body } = await post(browser, id, call);
  return `${status} ${body.code}`;
};
const tokenHashOf = async (id: string): Promise<string> =>
  (await newest(test, id, 'Party2Invited')).open.tokenHash;
/** Pays Party 2's share. */
const payAsParty2 = async (id: string): Promise<void> => {
  const tokenHash = await tokenHashOf(id);
  await act(test, id, { ...oneOfEachCommand.ApplyVoucher, party: 2, voucherId: sha256(id), tokenHash });
};
const signByLink = async (id: string): Promise<void> => {
  const { agreementHash } = (await newest(test, id, 'NdaCreated')).personal ?? {};
  const channel = { kind: 'remote', tokenHash: await tokenHashOf(id) } as const;
  await act(test, id, { ...oneOfEachCommand.SignAsParty2, agreementHash, channel });
};
const expire = async (browser: TestAgent): Promise<string> => {
  const id = await invited(browser);
  await untilInvitationSent(test, id);
  later = 15 * DAY_MS;
  return id;
};
const erase = async (browser: TestAgent): Promise<string> => {
  const id = await invited(browser);
  await act(test, id, { type: 'EraseNda', reason: 'admin' });
  return id;
};

describe('POST /api/ndas/{id}/initiate-remote-signature', () => {
  it('invites for seven days, and makes the signing remote', async () => {
    const browser = test.browser();
    const id = await invitable(browser);
    const before = Date.now();
    const { body } = await post(browser, id, 'initiate-remote-signature').expect(200);
    const { signatureMode, expiresAt, invitationsLeft, party2SignatureToken } = await read(browser, id);
    expect(body).toEqual({
      party2Signature: null,
      expiresAt,
      remindersSent: 0,
      status: expect.stringMatching(/^(pending|sent)$/),
    });
    expect(Date.parse(expiresAt ?? '') - before).toBeGreaterThanOrEqual(7 * DAY_MS);
    expect({ signatureMode, invitationsLeft }).toEqual({ signatureMode: 'remote', invitationsLeft: 2 });
    expect(await newest(test, id, 'Party2Invited')).toMatchObject({
      actor: 'party1',
      open: { invitation: 1, trigger: 'creator' },
    });
    expect((await tokenHashOf(id)).startsWith(party2SignatureToken ?? '-')).toBe(true);
  });

  it('records the hash of the token in the link', async () => {
    const browser = test.browser();
    const id = await invited(browser);
    const { linkId = '', tokenHash } = (await newest(test, id, 'Party2Invited')).open;
    const token = new LinkTokens(test.secrets.indexKey).make({
      purpose: 'invitation',
      ndaId: id,
      about: linkId,
    });
    expect(bearerTokenHash(token)).toBe(tokenHash);
  });

  it('is refused if there is nobody to invite, and says why', async () => {
    const browser = test.browser();
    const call = 'initiate-remote-signature';
    const id = await create(browser);
    expect(await refused(browser, id, call)).toBe('409 party1_must_sign_first');
    await sign(browser, id, 1);
    expect(await refused(browser, id, call)).toBe('402 payment_required');
    await openIntent(browser, id);
    expect(await refused(browser, id, call)).toBe('402 payment_required');
    await sign(browser, id, 2);
    expect(await refused(browser, id, call)).toBe('409 already_signed');
    expect(await refused(browser, await expire(browser), call)).toBe('410 invitation_expired');
  });

  it('invites once, again after a cancellation, and at most three times', async () => {
    const browser = test.browser();
    const id = await invited(browser);
    const first = await read(browser, id);
    await post(browser, id, 'initiate-remote-signature').expect(200);
    expect((await read(browser, id)).party2SignatureToken).toBe(first.party2SignatureToken);
    await post(browser, id, 'resend-remote-invite').expect(200);
    expect(await refused(browser, id, 'initiate-remote-signature')).toBe('409 already_invited');
    for (const left of [1, 0]) {
      await post(browser, id, 'cancel-remote-invite').expect(200);
      await post(browser, id, 'initiate-remote-signature').expect(200);
      expect(await read(browser, id)).toMatchObject({ invitationsLeft: left, remindersSent: 1 });
    }
    expect((await read(browser, id)).party2SignatureToken).not.toBe(first.party2SignatureToken);
    await post(browser, id, 'cancel-remote-invite').expect(200);
    expect(await refused(browser, id, 'initiate-remote-signature')).toBe('409 invitation_limit');
  });

  it('gives two tabs one invitation', async () => {
    const browser = test.browser();
    const id = await invitable(browser);
    const tabs = await Promise.all([1, 2].map(() => post(browser, id, 'initiate-remote-signature')));
    expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(browser, id)).toMatchObject({ invitationsLeft: 2 });
  });
});

describe('POST /api/ndas/{id}/resend-remote-invite', () => {
  const reminders = async (id: string): Promise<number> =>
    (await eventsOf(test, id)).filter(({ type }) => type === 'ReminderSent').length;

  it('reminds three times, keeps token and end, and counts two calls within a minute as one', async () => {
    const browser = test.browser();
    const id = await invited(browser);
    const { party2SignatureToken, expiresAt } = await read(browser, id);
    for (const remindersSent of [1, 2, 3]) {
      for (const _ of ['first', 'again']) {
        const { body } = await post(browser, id, 'resend-remote-invite').expect(200);
        expect(body).toMatchObject({ party2Signature: null, expiresAt, remindersSent });
      }
      later += REMINDER_REPEAT_MS;
    }
    expect(await refused(browser, id, 'resend-remote-invite')).toBe('409 reminder_limit');
    expect(await read(browser, id)).toMatchObject({ party2SignatureToken, expiresAt, remindersSent: 3 });
  });

  it('counts twenty concurrent calls as one', async () => {
    const browser = test.browser();
    const id = await invited(browser);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(browser, id, 'resend-remote-invite')),
    );
    expect(answers.map(({ status, body }) => [status, body.remindersSent])).toEqual(
      answers.map(() => [200, 1]),
    );
    expect(await reminders(id)).toBe(1);
  });

  it('is refused if there is no open invitation, and says why', async () => {
    const browser = test.browser();
    const call = 'resend-remote-invite';
    const id = await invitable(browser);
    expect(await refused(browser, id, call)).toBe('409 not_invited');
    await post(browser, id, 'initiate-remote-signature').expect(200);
    await payAsParty2(id);
    await signByLink(id);
    expect(await refused(browser, id, call)).toBe('409 not_invited');
    expect(await refused(browser, await expire(browser), call)).toBe('410 invitation_expired');
  });

  it('sends no reminder to a recipient who declined them, even at the same moment', async () => {
    const browser = test.browser();
    const id = await invited(browser);
    const [answer] = await Promise.all([
      post(browser, id, 'resend-remote-invite'),
      act(test, id, { type: 'DeclineReminders', address: 1 }),
    ]);
    expect(await reminders(id)).toBe(answer.status === 200 ? 1 : 0);
    const types = (await eventsOf(test, id)).map(({ type }) => type);
    expect(types.indexOf('RemindersDeclined')).toBeGreaterThan(types.lastIndexOf('ReminderSent'));
    expect(await refused(browser, id, 'resend-remote-invite')).toBe('409 reminders_declined');
    expect(await read(browser, id)).toMatchObject({ remindersDeclined: true });
  });
});

describe('POST /api/ndas/{id}/cancel-remote-invite', () => {
  it('immediately ends the link, and leads back to signing in person', async () => {
    const browser = test.browser();
    const id = await invited(browser);
    const { body } = await post(browser, id, 'cancel-remote-invite').expect(200);
    expect(body).toMatchObject({
      id,
      invitationStatus: 'cancelled',
      signatureMode: 'in-person',
      party2SignatureToken: null,
      amountDue: 0,
    } satisfies Partial<NdaView>);
    expect(await read(browser, id)).toMatchObject({ invitationStatus: 'cancelled' });
    expect(await refused(browser, id, 'resend-remote-invite')).toBe('409 not_invited');
  });

  it('is refused if there is nothing to withdraw, and says why', async () => {
    const browser = test.browser();
    const call = 'cancel-remote-invite';
    const id = await invitable(browser);
    expect(await refused(browser, id, call)).toBe('409 not_invited');
    await post(browser, id, 'initiate-remote-signature').expect(200);
    await payAsParty2(id);
    await signByLink(id);
    expect(await refused(browser, id, call)).toBe('409 already_signed');
    expect(await refused(browser, await expire(browser), call)).toBe('410 invitation_expired');
  });

  it('either wins or loses against a signature at the same moment', async () => {
    const browser = test.browser();
    const id = await invited(browser);
    await payAsParty2(id);
    const [answer, signed] = await Promise.all([
      post(browser, id, 'cancel-remote-invite'),
      signByLink(id).then(
        () => true,
        () => false,
      ),
    ]);
    expect([answer.status === 200, answer.body.code]).toEqual([
      !signed,
      signed ? 'already_signed' : undefined,
    ]);
  });
});

describe.each<Call>(['initiate-remote-signature', 'resend-remote-invite', 'cancel-remote-invite'])(
  'POST /api/ndas/{id}/%s',
  (call) => {
    it('is refused to anybody else, and if the NDA is gone', async () => {
      const browser = test.browser();
      const id = await invited(browser);
      const stranger = test.browser();
      expect(await refused(stranger, id, call)).toBe('404 not_found');
      await create(stranger);
      expect(await refused(stranger, id, call)).toBe('404 not_found');
      expect(await refused(browser, await erase(browser), call)).toBe('404 not_found');
      const draft = await create(browser);
      await create(browser, { ideaTitle: 'Eine andere Idee', replaces: draft });
      expect(await refused(browser, draft, call)).toBe('410 nda_discarded');
    });
  },
);
