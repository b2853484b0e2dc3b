import { screen } from '@testing-library/react';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { PartyCard } from './party-card.js';
import type { Signing } from './use-sign.js';

/** There is no canvas here: what is drawn is tried in the browser. */
jest.mock('./drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));

beforeAll(() => startTexts('en', ['signing', 'agreement']));

const show = (refused: string | undefined) => {
  const signing: Signing = {
    busy: false,
    failed: true,
    refused,
    textChanged: false,
    sign: () => undefined,
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
  return screen.getByRole('alert');
};

describe('a signature that was not saved', () => {
  it('is still in the field, and can be sent again', () => {
    expect(show(undefined)).toHaveTextContent(/not saved\..*still in the field/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('since no such picture is signed with says why for as long as it stands there, and is not sent again', () => {
    expect(show('Your browser alters drawings. Please type your name.')).toHaveTextContent(
      'The signature was not saved.Your browser alters drawings. Please type your name.',
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
