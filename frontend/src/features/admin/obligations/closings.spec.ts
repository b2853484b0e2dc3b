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

it('tells after ten seconds, and hides what was closed until that is answered', async () => {
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

it('tells nobody of what was taken back', async () => {
  const { closings, tell, leaving } = begun();
  closings.undo('a');
  expect(hidden(closings)).toEqual([]);
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  closings.leave();
  expect([tell, leaving].map((call) => call.mock.calls.length)).toEqual([0, 0]);
});

it('tells at once when somebody logs out, and once', async () => {
  const { closings, tell } = begun();
  await closings.settle();
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  closings.leave();
  expect(tell).toHaveBeenCalledTimes(1);
});

it('tells at once when the page is left, without waiting for an answer', async () => {
  const { closings, tell, leaving } = begun();
  closings.leave();
  await jest.advanceTimersByTimeAsync(UNDO_MS);
  expect([tell, leaving].map((call) => call.mock.calls.length)).toEqual([0, 1]);
});
