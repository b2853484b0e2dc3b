import { QueryClientProvider } from '@tanstack/react-query';
import type { NdaView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { act, render, screen } from '@testing-library/react';
import { createQueryClient } from '../../lib/query-client.js';
import { cacheNda } from './nda-query.js';
import { usePolledNda } from './use-polled-nda.js';

const PAUSE = 5_000;
const OPEN: NdaView = { ...sampleNda, revision: 3, invitationStatus: 'sent' };
const SIGNED: NdaView = { ...OPEN, revision: 4, invitationStatus: 'signed' };

function Probe() {
  const { nda, failed } = usePolledNda(OPEN, (now) => (now.invitationStatus === 'sent' ? PAUSE : false));
  return <p>{`${nda.invitationStatus} ${failed ? 'failed' : 'fine'}`}</p>;
}

/** @param answers one response for each poll; the last response is repeated */
function polled(...answers: (NdaView | Error)[]) {
  const client = createQueryClient();
  const polls: unknown[] = [];
  client.setDefaultOptions({
    queries: {
      ...client.getDefaultOptions().queries,
      queryFn: () => {
        polls.push(0);
        const answer = answers[Math.min(polls.length, answers.length) - 1];
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    },
  });
  render(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  return { client, polls };
}
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const shows = (text: string) => expect(screen.getByText(text)).toBeInTheDocument();
const visible = (state: 'visible' | 'hidden') => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  return act(async () => {
    window.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(1);
  });
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('polling an NDA', () => {
  it('polls at once and after each pause, and stops when the NDA can no longer change', async () => {
    const { polls } = polled(OPEN, OPEN, SIGNED);
    await after(1);
    expect(polls).toHaveLength(1);
    await after(2 * PAUSE);
    shows('signed fine');
    await after(10 * PAUSE);
    expect(polls).toHaveLength(3);
  });

  it('keeps the last state through failures, and reports the third in a row', async () => {
    polled(OPEN, new Error('1'), OPEN, new Error('1'), new Error('2'), new Error('3'));
    await after(1);
    for (const failed of ['fine', 'fine', 'fine', 'fine', 'failed']) {
      await after(PAUSE);
      shows(`sent ${failed}`);
    }
  });

  it('does not poll while the page is hidden, and polls at once when the user comes back', async () => {
    const { polls } = polled(OPEN);
    await after(1);
    await visible('hidden');
    await after(10 * PAUSE);
    expect(polls).toHaveLength(1);
    await visible('visible');
    expect(polls).toHaveLength(2);
  });

  it('does not return to a state from before an act', async () => {
    const { client } = polled(OPEN);
    act(() => cacheNda(client, SIGNED));
    await after(1);
    shows('signed fine');
  });
});
