import { render, screen } from '@testing-library/react';
import { startTexts } from '../testing/texts.js';
import { Field } from './field.js';
import { TextInput } from './text-input.js';

beforeAll(() => startTexts('de'));

it('connects label, error and hint to the control', () => {
  render(
    <Field
      label="Titel"
      hint="Noch 1 Zeichen"
      counter="2 / 3"
      error="Titel muss mindestens 3 Zeichen lang sein"
    >
      {(control) => <TextInput {...control} />}
    </Field>,
  );
  const input = screen.getByLabelText('Titel');
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('Titel muss mindestens 3 Zeichen lang sein Noch 1 Zeichen 2 / 3');
});

it('without error and hint, the control is valid and has no description', () => {
  render(
    <Field label="Unternehmen" optional>
      {(control) => <TextInput {...control} />}
    </Field>,
  );
  const input = screen.getByLabelText('Unternehmen (freiwillig)');
  expect(input).toBeValid();
  expect(input).not.toHaveAttribute('aria-describedby');
});
