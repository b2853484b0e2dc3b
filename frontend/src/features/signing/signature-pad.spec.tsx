import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { SignaturePad } from './signature-pad.js';

/** There is no canvas here: what is typed is its own image. */
jest.mock('./typed-signature.js', () => ({
  loadHand: async () => undefined,
  typedPng: (name: string) => name,
}));

beforeAll(() => startTexts('en', ['signing']));

it('a pasted name is not cut: beyond the limit it is counted, told at the field, and signs nothing', async () => {
  const onChange = jest.fn();
  renderWithProviders(<SignaturePad mode="type" name="Ada" onChange={onChange} action={null} />);
  const field = screen.getByRole('textbox');
  const name = 'Ada '.repeat(30).trim();
  await userEvent.click(field);
  await userEvent.paste(`${name} L`);
  expect(field).toHaveValue(`${name} L`);
  expect(screen.getByText('121 / 120')).toHaveClass('text-bad');
  expect(field).toHaveAccessibleDescription(/At most 120 characters\./);
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(null));
  await userEvent.type(field, '{Backspace}{Backspace}');
  expect(field).toBeValid();
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(name));
});
