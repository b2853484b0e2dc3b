import { act, render, renderHook, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { createQueryClient } from '../../lib/query-client.js';
import { useOverdue, usePolledNda } from './use-sending.js';
import type { FinishPhase } from './sending.js';

describe('the timer of step 5', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('speaks up 30 s after sending began, and counts anew when asked', () => {
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

function Probe({ before }: { before: NdaView }) {
  const { nda, failed } = usePolledNda(before);
  return <p>{`${nda.status} ${failed ? 'failed' : 'fine'}`}</p>;
}

describe('polling in step 5', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('looks at once and every 2 s, keeps what it knows through a failure, and stops when sent', async () => {
    const answers: (NdaView | Error)[] = [
      { ...sampleNda, status: 'completed' },
      new Error('offline'),
      { ...sampleNda, status: 'sent', paymentStatus: 'succeeded' },
    ];
    const calls: number[] = [];
    const began = Date.now();
    const client = createQueryClient();
    client.setDefaultOptions({
      queries: {
        ...client.getDefaultOptions().queries,
        queryFn: () => {
          calls.push(Date.now() - began);
          const answer = answers[Math.min(calls.length, answers.length) - 1];
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
        },
      },
    });
    render(
      <QueryClientProvider client={client}>
        <Probe before={sampleNda} />
      </QueryClientProvider>,
    );
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(screen.getByText('completed fine')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('completed failed')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('sent fine')).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(calls).toHaveLength(3);
  });
});
