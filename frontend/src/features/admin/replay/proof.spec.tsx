import type { BrokenKind, LogVerdictView } from '@siegel/contracts/verification/checkpoints';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeAnswer } from '../../../testing/fake-server.js';
import { renderWithProviders } from '../../../testing/render.js';
import { startTexts } from '../../../testing/texts.js';
import { type Answer, adminServer } from '../testing/admin-server.js';
import { Proof } from './proof.js';

const ID = '01930000-0000-7000-8000-000000000001';
const VERIFY = `GET /api/audit/ndas/${ID}/verify`;
const EVIDENCE = `GET /api/audit/ndas/${ID}/evidence`;
const REFUSED: Answer = [409, { code: 'evidence_broken', message: 'The chain is broken.' }];

const verdict = (revision: number | null, kind: BrokenKind): LogVerdictView => ({
  verdict: 'broken',
  events: 9,
  checkpoints: 1,
  firstBroken: { stream: revision === null ? null : `nda-${ID}`, revision, kind, detail: 'for a log' },
});
const INTACT: LogVerdictView = { verdict: 'intact', events: 9, checkpoints: 1, firstBroken: null };

const kept: string[] = [];

function open(answers: Record<string, Answer>, total = 9) {
  const server = adminServer(answers);
  const onRevision = jest.fn<void, [number]>();
  renderWithProviders(<Proof id={ID} total={total} onRevision={onRevision} />, '/');
  return { user: userEvent.setup(), onRevision, ...server };
}

beforeAll(() => startTexts('en', ['admin', 'replay']));
beforeEach(() => {
  kept.length = 0;
  Object.assign(URL, { createObjectURL: () => 'blob:evidence', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    kept.push(this.download);
  });
});
afterEach(() => jest.restoreAllMocks());

it('verifies only on request, and says if everything is intact', async () => {
  const { user, calls } = open({ [VERIFY]: [200, INTACT] });
  expect(screen.getByText('Not verified yet')).toBeVisible();
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('Chain and checkpoints hold')).toBeVisible();
  expect(screen.getByText(/^Events: 9, checkpoints: 1, verified at /)).toBeVisible();
  expect(screen.queryByText(/^Events added since/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Verify again' })).toBeVisible();
});

it('mentions no checkpoints if there are none', async () => {
  const { user } = open({ [VERIFY]: [200, { ...INTACT, checkpoints: 0 }] });
  await user.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('The chain holds; there is no checkpoint yet')).toBeVisible();
  expect(screen.queryByText('Chain and checkpoints hold')).not.toBeInTheDocument();
});

it('says how many events were added since the verification', async () => {
  const { user } = open({ [VERIFY]: [200, INTACT] }, 11);
  await user.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('Events added since: 2')).toBeVisible();
});

it('describes the first broken place and links to it', async () => {
  const { user, onRevision } = open({ [VERIFY]: [200, verdict(4, 'altered')] });
  await user.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('Broken at event 5')).toBeVisible();
  expect(screen.getByText('The event was altered.')).toBeVisible();
  expect(screen.getByText(/^What now\? Change nothing/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show event 5' }));
  expect(onRevision).toHaveBeenCalledWith(4);
});

it.each([
  ['a missing event', verdict(9, 'truncated'), 'Broken at event 10', 'From here on events are missing.'],
  [
    'a checkpoint',
    verdict(null, 'bad_signature'),
    'Broken at a checkpoint',
    'No known key signed this checkpoint.',
  ],
])('has no link to an event if %s is broken', async (_, found, title, words) => {
  const { user } = open({ [VERIFY]: [200, found] });
  await user.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Show event/ })).not.toBeInTheDocument();
});

it('if the verification failed, does not call the history broken', async () => {
  const { user, answers } = open({ [VERIFY]: 'no answer' });
  await user.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('Verification not possible')).toBeVisible();
  expect(screen.queryByText(/^Broken/)).not.toBeInTheDocument();
  answers[VERIFY] = [200, INTACT];
  await user.click(screen.getByRole('button', { name: 'Verify now' }));
  expect(await screen.findByText('Chain and checkpoints hold')).toBeVisible();
});

it('saves the evidence as a file, and says so', async () => {
  const { user, calls } = open({ [EVIDENCE]: [200, {}] });
  await user.click(screen.getByRole('button', { name: 'Download evidence (ZIP)' }));
  expect(await screen.findByText('The evidence is downloaded.')).toBeVisible();
  expect(kept).toEqual([`siegel-${ID}.zip`]);
  expect(calls).toEqual([EVIDENCE]);
});

it('shows the message of the server if there is no evidence', async () => {
  const { user, answers } = open({ [EVIDENCE]: REFUSED });
  await user.click(screen.getByRole('button', { name: 'Download evidence (ZIP)' }));
  expect(await screen.findByText('The chain is broken.')).toBeVisible();
  expect(kept).toEqual([]);
  answers[EVIDENCE] = [200, {}];
  await user.click(screen.getByRole('button', { name: 'Download evidence (ZIP)' }));
  await waitFor(() => expect(screen.queryByText('The chain is broken.')).not.toBeInTheDocument());
});

describe('while a request is under way', () => {
  /** Returns a response that arrives only when the test calls `give`. */
  function held(): { readonly answer: Answer; give(one: FakeAnswer): void } {
    let give: (one: FakeAnswer) => void = () => undefined;
    const coming = new Promise<FakeAnswer>((resolve) => {
      give = resolve;
    });
    return { answer: () => coming, give: (one) => give(one) };
  }

  it('the verification says that it is running, and is not requested a second time', async () => {
    const { answer, give } = held();
    const { user, calls } = open({ [VERIFY]: answer });
    await user.click(screen.getByRole('button', { name: 'Verify now' }));
    const button = await screen.findByRole('button', { name: 'Verifying …' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('button', { name: 'Download evidence (ZIP)' })).not.toHaveAttribute('aria-busy');
    await user.click(button);
    expect(calls).toEqual([VERIFY]);
    give([200, INTACT]);
    expect(await screen.findByText('Chain and checkpoints hold')).toBeVisible();
  });

  it('the page says that it makes the evidence, saves none yet, and requests none twice', async () => {
    const { answer, give } = held();
    const { user, calls } = open({ [EVIDENCE]: answer });
    await user.click(screen.getByRole('button', { name: 'Download evidence (ZIP)' }));
    const button = await screen.findByRole('button', { name: 'Making the evidence …' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect([calls, kept]).toEqual([[EVIDENCE], []]);
    give([200, {}]);
    expect(await screen.findByText('The evidence is downloaded.')).toBeVisible();
    expect(kept).toEqual([`siegel-${ID}.zip`]);
  });
});
