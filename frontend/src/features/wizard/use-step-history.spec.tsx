import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import {
  BrowserRouter,
  createPath,
  MemoryRouter,
  NavigationType,
  type Navigator,
  Router,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { i18n } from '../../lib/i18n.js';
import { KEYS } from '../../lib/storage.js';
import { allowAgain, refuseStorage } from '../../testing/refused-cookies.js';
import { startTexts } from '../../testing/texts.js';
import { discardDraft, drafts } from './draft-storage.js';
import { stepIn, useStepHistory } from './use-step-history.js';
import type { WizardStep } from './wizard-state.js';

function Steps() {
  const [step, setStep] = useState<WizardStep>(1);
  const record = useStepHistory(step, setStep);
  const navigate = useNavigate();
  const next = () => {
    const following = (step + 1) as WizardStep;
    setStep(following);
    record(following);
  };
  return (
    <>
      <p>Step {step}</p>
      <button type="button" onClick={next}>
        Next
      </button>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => void navigate(1)}>
        Forward
      </button>
    </>
  );
}

const press = (name: string) => act(() => userEvent.click(screen.getByRole('button', { name })));

it('goes back and forward through the steps', async () => {
  render(
    <MemoryRouter initialEntries={['/faq', '/create?lang=de']} initialIndex={1}>
      <Steps />
    </MemoryRouter>,
  );
  await press('Next');
  await press('Next');
  expect(screen.getByText('Step 3')).toBeInTheDocument();
  await press('Back');
  expect(screen.getByText('Step 2')).toBeInTheDocument();
  await press('Back');
  expect(screen.getByText('Step 1')).toBeInTheDocument();
  await press('Forward');
  expect(screen.getByText('Step 2')).toBeInTheDocument();
});

it('names the current language in the address of each step, not the first language', async () => {
  const Address = () => <output>{createPath(useLocation())}</output>;
  await startTexts('de');
  render(
    <MemoryRouter initialEntries={['/create?lang=en']}>
      <Steps />
      <Address />
    </MemoryRouter>,
  );
  await press('Next');
  expect(screen.getByRole('status')).toHaveTextContent(/^\/create$/);
  await act(() => i18n.changeLanguage('en'));
  await press('Next');
  expect(screen.getByRole('status')).toHaveTextContent(/^\/create\?lang=en$/);
});

it('goes back from a step whose entry the router has not rendered yet', async () => {
  const navigator: Navigator = { createHref: createPath, go: () => {}, push: () => {}, replace: () => {} };
  // Each time the browser arrives at an entry, it creates a new state object.
  const at = (step: WizardStep, navigationType: NavigationType) => (
    <Router
      location={{ pathname: '/create', search: '', hash: '', key: 'the entry', state: { step } }}
      navigationType={navigationType}
      navigator={navigator}
    >
      <Steps />
    </Router>
  );
  const { rerender } = render(at(2, NavigationType.Pop));
  expect(screen.getByText('Step 2')).toBeInTheDocument();
  await press('Next');
  expect(screen.getByText('Step 3')).toBeInTheDocument();
  rerender(at(2, NavigationType.Pop));
  expect(screen.getByText('Step 2')).toBeInTheDocument();
});

it('keeps a draft that only this tab keeps in the entry of each new step, without a pause', async () => {
  refuseStorage();
  drafts.set(KEYS.wizard, '{}');
  window.history.replaceState(null, '', '/create');
  render(
    <BrowserRouter>
      <Steps />
    </BrowserRouter>,
  );
  for (const step of [1, 2]) {
    expect(screen.getByText(`Step ${step}`)).toBeInTheDocument();
    expect(window.history.state).toMatchObject({ usr: { step }, ...drafts.state() });
    await press('Next');
  }
  discardDraft();
  allowAgain();
});

it.each([[undefined], [null], ['2'], [{ step: 0 }], [{ step: '2' }], [{ step: 6 }], [{}]])(
  'finds no step in %j',
  (state) => expect(stepIn(state)).toBeUndefined(),
);
