import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startTexts } from '../../testing/texts.js';
import { AgreementSheet } from './agreement-sheet.js';

beforeAll(() => startTexts('de'));

function Sample() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ganz lesen
      </button>
      <AgreementSheet open={open} onOpenChange={setOpen} title="Vereinbarung">
        <p>§ 1</p>
      </AgreementSheet>
    </>
  );
}

it('puts the focus on the text, so that arrow keys scroll it, and returns the focus afterwards', async () => {
  render(<Sample />);
  await userEvent.click(screen.getByRole('button', { name: 'Ganz lesen' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Vereinbarung' })).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Ganz lesen' })).toHaveFocus());
});
