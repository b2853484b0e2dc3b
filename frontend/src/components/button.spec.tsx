import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button.js';

it('ignores clicks and submits nothing while busy', async () => {
  const onClick = jest.fn();
  const onSubmit = jest.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy busyLabel="Checking" onClick={onClick}>
        Send
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Checking' });
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('has its label as its name when idle', () => {
  render(<Button busyLabel="Checking">Send</Button>);
  expect(screen.getByRole('button', { name: 'Send' })).toBeInTheDocument();
});
