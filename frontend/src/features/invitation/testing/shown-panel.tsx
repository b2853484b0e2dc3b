import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.js';
import { renderWithProviders } from '../../../testing/render.js';
import { InvitationPanel } from '../invitation-panel.js';
import { invited } from './invited.js';

export const ADDRESS = `/api/ndas/${sampleNda.id}`;

/** Renders the panel. The fake server responds with `answers`. */
export function shown(change: Partial<NdaView> = {}, answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const nda = invited(change);
  const calls = fakeServer({ [`GET ${ADDRESS}`]: [200, nda], ...answers });
  const onReuse = jest.fn();
  const panel = (now: NdaView) => <InvitationPanel nda={now} onReuse={onReuse} />;
  const { again } = renderWithProviders(panel(nda));
  return { calls, onReuse, again: (other: Partial<NdaView>) => again(panel(invited(other))) };
}
export const bodies = (): unknown[] =>
  jest
    .mocked(fetch)
    .mock.calls.filter(([, init]) => init?.method !== 'GET')
    .map(([, init]) => JSON.parse(init?.body as string));
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const press = (name: string | RegExp) => userEvent.click(button(name));
