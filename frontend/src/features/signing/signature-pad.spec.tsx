import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { unsaved } from '../../lib/unsaved.js';
import { SignaturePad } from './signature-pad.js';
import { loadHand } from './typed-signature.js';

/** There is no canvas here: what is typed is its own image. */
jest.mock('./drawn-pad.js', () => ({
  DrawnPad: class {
    destroy(): void {}
  },
}));
jest.mock('./typed-signature.js', () => ({
  loadHand: jest.fn(async () => undefined),
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
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(null, 'type'));
  await userEvent.type(field, '{Backspace}{Backspace}');
  expect(field).toBeValid();
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(name, 'type'));
});

it('a name is a signature also where its handwriting cannot be had, and a reload would lose it', async () => {
  jest.mocked(loadHand).mockRejectedValue(new Error('gone'));
  const onChange = jest.fn();
  const { again } = renderWithProviders(
    <SignaturePad mode="type" name="Ada" onChange={onChange} action={null} />,
  );
  expect(unsaved()).toEqual([]);
  await userEvent.type(screen.getByRole('textbox'), 'Ada');
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('Ada', 'type'));
  again(<SignaturePad mode="draw" name="Ada" onChange={onChange} action={null} />);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(unsaved()).toEqual(['the signature that is not saved yet']);
});
