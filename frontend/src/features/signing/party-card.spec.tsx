import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { PartyCard } from './party-card.js';
import type { Signing } from './use-sign.js';

/** jsdom has no canvas, so drawing is tested in the browser. */
jest.mock('./drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));
jest.mock('./use-typed-picture.js', () => jest.requireActual('./testing/typed-at-once.js'));

beforeAll(() => startTexts('en', ['signing', 'agreement']));

const sign = jest.fn();
const show = (how: Partial<Signing>) => {
  const signing: Signing = {
    busy: false,
    failed: false,
    refused: undefined,
    textChanged: false,
    sign,
    ...how,
  };
  renderWithProviders(
    <PartyCard
      party="1"
      name="Ada"
      signed={null}
      agreementHash={'a'.repeat(64)}
      fresh={false}
      signing={signing}
      active
    />,
  );
};
const alert = () => screen.getByRole('alert');
const isChosen = (tab: string) => screen.getByRole('tab', { name: tab }).getAttribute('aria-selected');

it('signs with a typed name, and leads to drawing if the service cannot write the name', async () => {
  show({});
  await userEvent.click(screen.getByRole('tab', { name: 'Type' }));
  await userEvent.type(screen.getByRole('textbox'), 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Sign with binding effect' }));
  expect(sign).toHaveBeenCalledWith('1', {
    signature: 'data:image/png;base64,Ada',
    kind: 'typed',
    consentLanguage: 'en',
  });
  await userEvent.type(screen.getByRole('textbox'), 'Ω');
  expect(screen.getByRole('button', { name: 'Sign with binding effect' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Draw instead' }));
  expect([isChosen('Draw'), isChosen('Type')]).toEqual(['true', 'false']);
  expect(document.activeElement).toContainElement(document.querySelector('canvas'));
  expect(document.body).not.toHaveFocus();
});

describe('a signature that was not saved', () => {
  it('stays on the pad, and can be sent again', () => {
    show({ failed: true });
    expect(alert()).toHaveTextContent(/not saved\..*still in the field/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('if the picture is refused, stays on the pad with the reason, and cannot be sent again', () => {
    show({ failed: true, refused: 'Your browser alters drawings. Please type your name.' });
    expect(alert()).toHaveTextContent(
      'The signature was not saved.Your browser alters drawings. Please type your name.',
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
