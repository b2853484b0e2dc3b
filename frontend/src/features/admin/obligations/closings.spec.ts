import { UNDO_MS } from '@siegel/contracts/limits';
import { Closings } from './closings.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function begun() {
  const closings = new Closings();
  const tell = jest.fn(async () => undefined);
  const leaving = jest.fn();
  closings.begin('a', tell, leaving);
  return { closings, tell, leaving };
}
const hidden = (closings: Closings) => [...closings.snapshot()];

it('sends a closing after ten seconds, and hides the obligation until the answer', async () => {
  const { closings, tell } = begun();
  await jest.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(tell).not.toHaveBeenCalled();
  expect(hidden(closings)).toEqual(['a']);
  let answer = () => undefined as void;
  tell.mockImplementation(() => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))));
  await jest.advanceTimersByTimeAsync(1);
  expect(tell).toHaveBeenCalledTimes(1);
  expect(hidden(closings)).toEqual(['a']);
  answer();
  await jest.advanceTimersByTimeAsync(0);
  expect(hidden(closings)).toEqual([]);
});

it('sends nothing after an undo', async () => {
  const { closings, tell, leaving } = begun();
  closings.undo('a');
  expect(hidden(closings)).toEqual([]);
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  closings.leave();
  expect([tell, leaving].map((call) => call.mock.calls.length)).toEqual([0, 0]);
});

it('sends at once on a logout, and only once', async () => {
  const { closings, tell } = begun();
  await closings.settle();
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  closings.leave();
  expect(tell).toHaveBeenCalledTimes(1);
});

it('sends at once when the page is left, without waiting for the answer', async () => {
  const { closings, tell, leaving } = begun();
  closings.leave();
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  expect([tell, leaving].map((call) => call.mock.calls.length)).toEqual([0, 1]);
});
