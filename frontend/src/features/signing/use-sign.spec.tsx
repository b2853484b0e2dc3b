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

/** Signs as Party 1. @returns the messages, the calls and the state of the screen afterwards */
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
    ['refused by a busy server', busy],
    ['never answered', 'no answer'],
  ])('is shown as saved if the call was %s and the server has saved it all the same', async (_, answer) => {
    const said = jest.spyOn(toasts, 'show');
    expect(await sign(answer, [200, SIGNED])).toMatchObject({
      failed: false,
      shown: 'party1_signed',
    });
    expect(said).not.toHaveBeenCalled();
  });

  it('after the NDA was read, is reported as failed if it was not saved', async () => {
    const said = jest.spyOn(toasts, 'show');
    const { failed, refused, calls } = await sign(busy, [200, sampleNda]);
    expect([failed, refused]).toEqual([true, undefined]);
    expect(said).toHaveBeenCalledWith({ title: 'Error', description: 'Please try again.', tone: 'bad' });
    expect(calls).toEqual([`POST ${ADDRESS}/sign`, `GET ${ADDRESS}`]);
  });

  it('is reported in a toast that names only the cause, since the notice says what is kept', async () => {
    const said = jest.spyOn(toasts, 'show');
    await sign([500], [200, sampleNda]);
    const description = 'The server did not answer as expected.';
    expect(said).toHaveBeenCalledWith({ title: 'Error', description, tone: 'bad' });
  });

  it("is refused in the service's words if it refuses the picture", async () => {
    const { en: message } = ALTERED_DRAWING_ERRORS.invalid_signature;
    expect(await sign([422, { code: 'invalid_signature', message }], 'no answer')).toMatchObject({
      failed: true,
      refused: message,
    });
  });

  it('without a connection, is reported as failed and does not wait', async () => {
    onlineManager.setOnline(false);
    const { failed } = await sign('no answer', 'no answer');
    onlineManager.setOnline(true);
    expect(failed).toBe(true);
  });

  it('is reported as failed if even the outcome cannot be read', async () =>
    expect(await sign('no answer', 'no answer')).toMatchObject({
      failed: true,
      shown: 'draft',
    }));

  it('counts as signed if the server repeats its first answer', async () =>
    expect(await sign([200, { ...SIGNED, receipt: {} }], 'no answer')).toMatchObject({
      failed: false,
      shown: 'party1_signed',
    }));
});
