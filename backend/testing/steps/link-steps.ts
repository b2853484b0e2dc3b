import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import type TestAgent from 'supertest/lib/agent.js';
import { contextAt } from '#src/eventsourcing/journal/testing/recorded';
import { bearerTokenHash } from '#src/http/callers/bearer-token';
import type { NdaCommand } from '#src/nda/nda.commands';
import { ndaDecider } from '#src/nda/nda.decider';
import type { NdaState } from '#src/nda/nda.state';
import { newId } from '#src/platform/crypto/ids';
import { newLinkId } from '#src/vault/link-tokens';
import { signature } from './samples.js';
import { create, payByCard } from './steps.js';
import type { TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/**
 * Steps that lead to an invitation and its link. Where a test needs no HTTP call, a step runs a command
 * directly.
 */

export interface Invited {
  /** Party 1's browser. */
  readonly browser: TestAgent;
  readonly id: string;
  readonly token: string;
}

const partsOf = (test: TestBackend) => test.backend.infrastructure;

export const stateOf = async (test: TestBackend, id: string): Promise<NdaState> =>
  (await partsOf(test).commands.state(ndaDecider, id)).state;

export async function act(
  test: TestBackend,
  id: string,
  command: NdaCommand,
  at = partsOf(test).clock.now(),
): Promise<void> {
  const { commands } = partsOf(test);
  const context = contextAt(at.toISOString(), { commandId: newId(), correlationId: newId() });
  await commands.run(ndaDecider, id, command, context);
}

/** Makes the token of a new link, with the link's id and the token's hash. */
export function newLink(
  test: TestBackend,
  ndaId: string,
): { token: string; tokenHash: string; linkId: string } {
  const linkId = newLinkId();
  const token = partsOf(test).linkTokens.make({ purpose: 'invitation', ndaId, about: linkId });
  return { token, tokenHash: bearerTokenHash(token) ?? '', linkId };
}

/** Returns the current invitation's token, however the invitation was made. */
export async function tokenOf(test: TestBackend, id: string): Promise<string> {
  const about = (await stateOf(test, id)).invitation?.linkId ?? '';
  return partsOf(test).linkTokens.make({ purpose: 'invitation', ndaId: id, about });
}

/**
 * Makes an NDA that Party 1 has signed for remote signing.
 * @param split true if each party pays for itself
 */
export async function signedForLink(
  test: TestBackend,
  { split = false, ...terms }: { split?: boolean; [term: string]: unknown } = {},
): Promise<Omit<Invited, 'token'>> {
  const browser = test.browser();
  const id = await create(browser, terms);
  const first = {
    partyNumber: '1',
    signature: signature(1),
    signatureMode: 'remote',
    party1PaysForBoth: !split,
  };
  await browser.post(`/api/ndas/${id}/sign`).send(first).expect(200);
  return { browser, id };
}

/**
 * Invites Party 2, unless the payment has already caused an invitation.
 * @returns the token of the invitation's link
 */
export async function invite(test: TestBackend, id: string): Promise<string> {
  const { tokenHash, linkId } = newLink(test, id);
  await act(test, id, { type: 'InviteParty2', tokenHash, linkId, trigger: 'payment' });
  return tokenOf(test, id);
}

/**
 * Waits until a mail server has accepted the invitation's mail. A test must call this before it moves the
 * clock. Otherwise, a mail that is still being sent would be accepted at the new time, and the invitation's
 * days would begin again at that time.
 */
export const untilInvitationSent = (test: TestBackend, id: string): Promise<true> =>
  until(async () => typeof (await stateOf(test, id)).invitation?.acceptedAt === 'string');

/** Makes an NDA that Party 1 has signed and paid for, and invites Party 2. */
export async function invitedByLink(
  test: TestBackend,
  changes: { split?: boolean; [term: string]: unknown } = {},
): Promise<Invited> {
  const { browser, id } = await signedForLink(test, changes);
  await payByCard(browser, id);
  return { browser, id, token: await invite(test, id) };
}

export const linkCall = (token: string, rest = ''): string => `/api/remote-signature/${token}${rest}`;

export async function readByLink(browser: TestAgent, token: string): Promise<RemoteSignatureView> {
  return (await browser.get(linkCall(token)).expect(200)).body;
}
