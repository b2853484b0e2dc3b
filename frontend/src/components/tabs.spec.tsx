import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tabs } from './tabs.js';

it('Tab moves from the chosen tab directly to the first control', async () => {
  render(
    <>
      <Tabs
        label="Way"
        value="draw"
        onValueChange={() => undefined}
        tabs={[
          { value: 'draw', label: 'Draw', content: null },
          { value: 'type', label: 'Type', content: null },
        ]}
      />
      <button type="button">Sign</button>
    </>,
  );
  await userEvent.tab();
  expect(screen.getByRole('tab', { name: 'Draw' })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Sign' })).toHaveFocus();
});
