import { UNDO_MS } from '@siegel/contracts/limits';
import { Closings } from './closings.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function startClosing() {
  const closings = new Closings();
  const send = jest.fn(async () => undefined);
  const sendOnLeave = jest.fn();
  closings.begin('a', send, sendOnLeave);
  return { closings, send, sendOnLeave };
}
const hidden = (closings: Closings) => [...closings.snapshot()];

it('sends a closing after ten seconds, and hides the obligation until the answer arrives', async () => {
  const { closings, send } = startClosing();
  await jest.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(send).not.toHaveBeenCalled();
  expect(hidden(closings)).toEqual(['a']);
  let answer = () => undefined as void;
  send.mockImplementation(() => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))));
  await jest.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(1);
  expect(hidden(closings)).toEqual(['a']);
  answer();
  await jest.advanceTimersByTimeAsync(0);
  expect(hidden(closings)).toEqual([]);
});

it('sends nothing after an undo', async () => {
  const { closings, send, sendOnLeave } = startClosing();
  closings.undo('a');
  expect(hidden(closings)).toEqual([]);
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  closings.leave();
  expect([send, sendOnLeave].map((call) => call.mock.calls.length)).toEqual([0, 0]);
});

it('on a logout, sends immediately, but only once', async () => {
  const { closings, send } = startClosing();
  await closings.settle();
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  closings.leave();
  expect(send).toHaveBeenCalledTimes(1);
});

it('when the page is left, sends immediately, without waiting for the answer', async () => {
  const { closings, send, sendOnLeave } = startClosing();
  closings.leave();
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  expect([send, sendOnLeave].map((call) => call.mock.calls.length)).toEqual([0, 1]);
});
