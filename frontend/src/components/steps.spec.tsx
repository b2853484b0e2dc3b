import { render, screen, within } from '@testing-library/react';
import { startTexts } from '../testing/texts.js';
import { Steps } from './steps.js';

const LABELS = ['Idea', 'Terms', 'Review', 'Sign', 'Finish'];

beforeAll(() => startTexts('en', ['wizard']));

function items(): HTMLElement[] {
  return screen.getAllByRole('listitem');
}

function fill(container: HTMLElement): string | undefined {
  return container.querySelector<HTMLElement>('.steps-fill')?.dataset['done'];
}

it('checks the completed steps and marks the current one', () => {
  const { container } = render(<Steps current={3} labels={LABELS} />);
  const done = items().map((item) => within(item).queryByLabelText('done') !== null);
  expect(done).toEqual([true, true, false, false, false]);
  expect(items().map((item) => item.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null]);
  expect(fill(container)).toBe('2');
});

it('never drops below the first step', () => {
  const { container } = render(<Steps current={0} labels={LABELS} />);
  expect(items()[0]).toHaveAttribute('aria-current', 'step');
  expect(fill(container)).toBe('0');
});

it('turns the fifth step green only when it is complete', () => {
  const { container, rerender } = render(<Steps current={5} labels={LABELS} />);
  expect(fill(container)).toBe('4');
  expect(items()[4]).not.toHaveClass('is-complete');
  rerender(<Steps current={5} complete labels={LABELS} />);
  expect(items()[4]).toHaveClass('is-complete');
});
