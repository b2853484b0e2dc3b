import type { NdaView } from '@siegel/contracts/nda/view';
import { ALTERED_DRAWING_ERRORS } from '@siegel/contracts/signature/refusals';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { toasts } from '../../components/toast-store.js';
import { createQueryClient } from '../../lib/query-client.js';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.js';
import { startTexts } from '../../testing/texts.js';
import { ndaKey } from '../nda/nda-query.js';
import { useSign } from './use-sign.js';

const ADDRESS = `/api/ndas/${sampleNda.id}`;
const SIGNED: NdaView = { ...sampleNda, status: 'party1_signed', party1SignedAt: '2026-11-12T12:01:00.000Z' };
const HERE = { mode: 'in-person', paysForBoth: true } as const;
const busy: FakeAnswer = [503, { code: 'unavailable', message: 'Please try again.' }];

/** @returns what the screen says and shows when Party 1 has pressed the button */
async function sign(answer: FakeAnswer, now: FakeAnswer) {
  const calls = fakeServer({ [`POST ${ADDRESS}/sign`]: answer, [`GET ${ADDRESS}`]: now });
  const client = createQueryClient();
  client.setQueryData(ndaKey(sampleNda.id), sampleNda);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSign(sampleNda, sampleNda.agreementHash, HERE), { wrapper });
  act(() =>
    result.current.sign('1', {
      signature: 'data:image/png;base64,AAAA',
      kind: 'drawn',
      consentLanguage: 'en',
    }),
  );
  const isOver = () =>
    client.getMutationCache().getAll()[0]?.state.status !== 'pending' && !result.current.busy;
  await waitFor(() => expect(isOver()).toBe(true));
  const { failed, refused } = result.current;
  return { failed, refused, calls, shown: client.getQueryData<NdaView>(ndaKey(sampleNda.id))?.status };
}

beforeAll(() => startTexts('en', ['signing']));
afterEach(() => jest.restoreAllMocks());

describe('a signature', () => {
  it.each<[string, FakeAnswer]>([
    ['refused for want of time', busy],
    ['never answered', 'no answer'],
  ])('that was %s and saved all the same is shown as saved', async (_, answer) => {
    const said = jest.spyOn(toasts, 'show');
    expect(await sign(answer, [200, SIGNED])).toMatchObject({
      failed: false,
      shown: 'party1_signed',
    });
    expect(said).not.toHaveBeenCalled();
  });

  it('that was not saved is said to have failed, once the NDA was read', async () => {
    const said = jest.spyOn(toasts, 'show');
    const { failed, refused, calls } = await sign(busy, [200, sampleNda]);
    expect([failed, refused]).toEqual([true, undefined]);
    expect(said).toHaveBeenCalledWith({ title: 'Error', description: 'Please try again.', tone: 'bad' });
    expect(calls).toEqual([`POST ${ADDRESS}/sign`, `GET ${ADDRESS}`]);
  });

  it('is told to have failed with the cause alone: what remains of it stands in the notice', async () => {
    const said = jest.spyOn(toasts, 'show');
    await sign([500], [200, sampleNda]);
    const description = 'The server did not answer as expected.';
    expect(said).toHaveBeenCalledWith({ title: 'Error', description, tone: 'bad' });
  });

  it('whose picture the service refuses is refused with its words', async () => {
    const { en: message } = ALTERED_DRAWING_ERRORS.invalid_signature;
    expect(await sign([422, { code: 'invalid_signature', message }], 'no answer')).toMatchObject({
      failed: true,
      refused: message,
    });
  });

  it('without a connection is said to have failed, and waits for none', async () => {
    onlineManager.setOnline(false);
    const { failed } = await sign('no answer', 'no answer');
    onlineManager.setOnline(true);
    expect(failed).toBe(true);
  });

  it('whose fate cannot be read either is said to have failed', async () =>
    expect(await sign('no answer', 'no answer')).toMatchObject({
      failed: true,
      shown: 'draft',
    }));

  it('that is repeated with its first answer is as any other', async () =>
    expect(await sign([200, { ...SIGNED, receipt: {} }], 'no answer')).toMatchObject({
      failed: false,
      shown: 'party1_signed',
    }));
});
