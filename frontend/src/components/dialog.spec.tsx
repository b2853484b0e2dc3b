import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startTexts } from '../testing/texts.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Dialog } from './dialog.js';

beforeAll(() => startTexts('en'));

function Sample({ closable = true }: { closable?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Pay" closable={closable}>
        <input aria-label="Code" />
      </Dialog>
    </>
  );
}

it('starts at the first field and gives the focus back', async () => {
  render(<Sample />);
  await userEvent.click(screen.getByText('Open'));
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('Open')).toHaveFocus());
});

function Preparing() {
  const [ready, setReady] = useState(false);
  return (
    <Dialog open onOpenChange={() => undefined} title="Pay">
      <button type="button" onClick={() => setReady(true)}>
        Prepare
      </button>
      {ready && <input aria-label="Card number" />}
    </Dialog>
  );
}

it('waits with the focus on itself for a field that comes later', async () => {
  render(<Preparing />);
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Pay' })).toHaveFocus());
  fireEvent.click(screen.getByText('Prepare'));
  await waitFor(() => expect(screen.getByLabelText('Card number')).toHaveFocus());
});

it('does not call back whoever has moved on meanwhile', async () => {
  render(<Preparing />);
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Pay' })).toHaveFocus());
  await userEvent.click(screen.getByText('Prepare'));
  expect(await screen.findByLabelText('Card number')).toBeInTheDocument();
  expect(screen.getByText('Prepare')).toHaveFocus();
});

it('stays while work is under way', async () => {
  render(<Sample closable={false} />);
  await userEvent.click(screen.getByText('Open'));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Pay' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

it('asks with the first focus on the way back', async () => {
  const onConfirm = jest.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={jest.fn()}
      title="Delete?"
      description="For good."
      confirmLabel="Delete"
      onConfirm={onConfirm}
    />,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
