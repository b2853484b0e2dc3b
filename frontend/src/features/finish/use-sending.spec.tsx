import { POLL_FINISH_MS } from '@siegel/contracts/limits';
import { act, renderHook } from '@testing-library/react';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import type { FinishPhase } from './sending.js';
import { finishPause, useOverdue, useShownPhase } from './use-sending.js';

const REMOTE = {
  status: 'party1_signed',
  signatureMode: 'remote',
  party1SignedAt: '2026-11-12T12:01:00.000Z',
} as const;

describe('the timer of step 5', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('reports after 30 s of sending, and counts from the start again when asked', () => {
    const { result, rerender } = renderHook(({ phase }: { phase: FinishPhase }) => useOverdue(phase), {
      initialProps: { phase: 'payment-due' },
    });
    act(() => jest.advanceTimersByTime(60_000));
    expect(result.current.overdue).toBe(false);
    rerender({ phase: 'sending' });
    act(() => jest.advanceTimersByTime(29_000));
    expect(result.current.overdue).toBe(false);
    act(() => jest.advanceTimersByTime(1_000));
    expect(result.current.overdue).toBe(true);
    act(() => result.current.restart());
    expect(result.current.overdue).toBe(false);
    act(() => jest.advanceTimersByTime(30_000));
    expect(result.current.overdue).toBe(true);
    rerender({ phase: 'sent' });
    expect(result.current.overdue).toBe(false);
  });
});

describe('step 5 polls for', () => {
  it.each([
    ['a payment', { status: 'completed' }, POLL_FINISH_MS],
    ['the document', { status: 'completed', paymentStatus: 'succeeded' }, POLL_FINISH_MS],
    ['a signature through the link', { ...REMOTE, invitationStatus: 'sent' }, POLL_FINISH_MS],
    ['nothing, once it is sent', { status: 'sent' }, false],
    ['nothing, once the link has expired', { ...REMOTE, invitationStatus: 'expired' }, false],
  ] as const)('%s', (_, part, pause) => expect(finishPause({ ...sampleNda, ...part })).toBe(pause));
});

describe("Party 2's signature", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is shown for half a second where the link waited, before the screen shows sending', () => {
    const { result, rerender } = renderHook(({ phase }: { phase: FinishPhase }) => useShownPhase(phase), {
      initialProps: { phase: 'remote' },
    });
    rerender({ phase: 'sending' });
    act(() => jest.advanceTimersByTime(499));
    expect(result.current).toBe('remote');
    act(() => jest.advanceTimersByTime(1));
    expect(result.current).toBe('sending');
    rerender({ phase: 'sent' });
    expect(result.current).toBe('sent');
  });
});
