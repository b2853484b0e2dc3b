import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTexts } from '../testing/texts.js';
import { Dialog } from './dialog.js';
import { ToastRegion } from './toast-region.js';
import { ToastStore } from './toast-store.js';

beforeAll(() => startTexts('en'));

afterEach(() => {
  jest.useRealTimers();
});

function shown(): string[] {
  return screen.queryAllByRole('listitem').map((item) => item.textContent ?? '');
}

it('shows one toast at a time: a new one replaces the last', () => {
  const store = new ToastStore();
  render(<ToastRegion store={store} />);
  act(() => store.show({ title: 'First' }));
  act(() => store.show({ title: 'Second', description: 'More' }));
  expect(shown()).toEqual(['SecondMore']);
});

it('disappears after five seconds, not earlier', () => {
  jest.useFakeTimers();
  const store = new ToastStore();
  render(<ToastRegion store={store} />);
  act(() => store.show({ title: 'Saved' }));
  act(() => jest.advanceTimersByTime(4900));
  expect(shown()).toEqual(['Saved']);
  act(() => jest.advanceTimersByTime(200));
  expect(shown()).toEqual([]);
});

it('offers an action', async () => {
  const store = new ToastStore();
  const run = jest.fn();
  render(<ToastRegion store={store} />);
  act(() => store.show({ title: 'Done', action: { label: 'Undo', run } }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(shown()).toEqual([]);
});

it('stays as long as its own duration says', () => {
  jest.useFakeTimers();
  const store = new ToastStore();
  render(<ToastRegion store={store} />);
  act(() => store.show({ title: 'Done', duration: 10_000 }));
  act(() => jest.advanceTimersByTime(9900));
  expect(shown()).toEqual(['Done']);
  act(() => jest.advanceTimersByTime(200));
  expect(shown()).toEqual([]);
});

it('shows a toast that was sent before the region was mounted', () => {
  const store = new ToastStore();
  store.show({ title: 'Early' });
  render(<ToastRegion store={store} />);
  expect(shown()).toEqual(['Early']);
});

it('is closed by its button', async () => {
  const store = new ToastStore();
  render(<ToastRegion store={store} />);
  act(() => store.show({ title: 'Saved' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(shown()).toEqual([]);
});

it('gets the focus with F8', () => {
  const store = new ToastStore();
  render(<ToastRegion store={store} />);
  act(() => store.show({ title: 'Saved' }));
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement).toHaveClass('toast-region');
});

it('disappears when the person tries again', () => {
  const store = new ToastStore();
  render(<ToastRegion store={store} />);
  act(() => store.show({ title: 'Failed', tone: 'bad' }));
  act(() => store.clear());
  expect(shown()).toEqual([]);
});

it('handles Escape only while it has the focus', async () => {
  const store = new ToastStore();
  render(<ToastRegion store={store} />);
  act(() => store.show({ title: 'Saved' }));
  await userEvent.keyboard('{Escape}');
  expect(shown()).toEqual(['Saved']);
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  await userEvent.keyboard('{Escape}');
  expect(shown()).toEqual([]);
});

it('leaves the first Escape to a dialog that opened before it', async () => {
  const store = new ToastStore();
  const onOpenChange = jest.fn();
  render(
    <>
      <Dialog open onOpenChange={onOpenChange} title="Pay">
        <input aria-label="Code" />
      </Dialog>
      <ToastRegion store={store} />
    </>,
  );
  act(() => store.show({ title: 'Failed', tone: 'bad' }));
  await userEvent.click(screen.getByLabelText('Code'));
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).toHaveBeenCalledTimes(1);
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(store.snapshot()?.title).toBe('Failed');
});

it('ignores the end of a toast that was already replaced', () => {
  const store = new ToastStore();
  store.show({ title: 'First' });
  const first = store.snapshot()?.id ?? -1;
  store.show({ title: 'Second' });
  store.dismiss(first);
  expect(store.snapshot()?.title).toBe('Second');
});
