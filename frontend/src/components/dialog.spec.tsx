import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startTexts } from '../testing/texts.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Dialog } from './dialog.js';

beforeAll(() => startTexts('en'));

function Sample({ closable = true, holds }: { closable?: boolean; holds?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Pay" closable={closable} trapsFocus={holds}>
        <input aria-label="Code" />
      </Dialog>
    </>
  );
}

it.each([[undefined], [true]])(
  'focuses the first field, and returns the focus when it closes (traps the focus itself: %s)',
  async (holds) => {
    render(<Sample {...(holds === undefined ? {} : { holds })} />);
    await userEvent.click(screen.getByText('Open'));
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByText('Open')).toHaveFocus());
  },
);

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

it('has the focus itself until a late field appears', async () => {
  render(<Preparing />);
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Pay' })).toHaveFocus());
  fireEvent.click(screen.getByText('Prepare'));
  await waitFor(() => expect(screen.getByLabelText('Card number')).toHaveFocus());
});

it('leaves the focus alone if the person has moved it meanwhile', async () => {
  render(<Preparing />);
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Pay' })).toHaveFocus());
  await userEvent.click(screen.getByText('Prepare'));
  expect(await screen.findByLabelText('Card number')).toBeInTheDocument();
  expect(screen.getByText('Prepare')).toHaveFocus();
});

it('stays open during work', async () => {
  render(<Sample closable={false} />);
  await userEvent.click(screen.getByText('Open'));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Pay' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

it('a question gives the first focus to the button that goes back', async () => {
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

function OwnTrap({ holds }: { holds: boolean }) {
  return (
    <>
      <main>
        <button type="button">Behind</button>
      </main>
      <section aria-live="polite">
        <button type="button">Read out</button>
      </section>
      <Dialog open onOpenChange={() => undefined} title="Pay" trapsFocus={holds}>
        <input aria-label="Code" />
        <button type="button">Last</button>
      </Dialog>
    </>
  );
}

it('traps the focus itself, releases it without remounting its content, and takes it back', async () => {
  const { rerender, unmount } = render(<OwnTrap holds />);
  const code = screen.getByLabelText('Code');
  await waitFor(() => expect(code).toHaveFocus());
  const behind = screen.getByText('Behind');
  expect(behind.closest('[inert]')).not.toBeNull();
  expect(screen.getByText('Read out').closest('[inert]')).toBeNull();
  const late = document.body.appendChild(document.createElement('input'));
  late.focus();
  expect(code).toHaveFocus();
  screen.getByText('Last').focus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  code.focus();

  rerender(<OwnTrap holds={false} />);
  expect(screen.getByLabelText('Code')).toBe(code);
  expect(document.body.style.pointerEvents).toBe('');
  late.focus();
  expect(late).toHaveFocus();
  expect(behind.closest('[inert]')).not.toBeNull();
  screen.getByText('Last').focus();
  await userEvent.tab();
  expect(screen.getByRole('dialog')).not.toContainElement(document.activeElement as HTMLElement);
  late.remove();

  rerender(<OwnTrap holds />);
  expect(code).toHaveFocus();
  unmount();
  expect(document.querySelector('[inert]')).toBeNull();
});

it('while it traps the focus itself, is closed by a press beside it, except during work', async () => {
  const onOpenChange = jest.fn();
  const dialog = (closable: boolean) => (
    <Dialog open onOpenChange={onOpenChange} title="Pay" trapsFocus closable={closable}>
      <input aria-label="Code" />
    </Dialog>
  );
  const { rerender } = render(dialog(false));
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus());
  const shade = document.querySelector('.dialog-backdrop');
  if (shade === null) throw new Error('There is no shade.');
  await userEvent.click(shade);
  expect(onOpenChange).not.toHaveBeenCalled();
  rerender(dialog(true));
  await userEvent.click(shade);
  expect(onOpenChange).toHaveBeenCalledWith(false);
});
