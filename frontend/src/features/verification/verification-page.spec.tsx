import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { reasonIn } from '@siegel/contracts/verification/reasons';
import type { VerificationView } from '@siegel/contracts/verification/view';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { i18n } from '../../lib/i18n.js';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import VerificationPage from './verification-page.js';

interface Sent {
  init: RequestInit;
  answer: (status: number, body: unknown, headers?: Record<string, string>) => Promise<void>;
  failConnection: () => Promise<void>;
}

const AUTHENTIC: VerificationView = {
  verdict: 'authentic',
  ndaId: '018f2c6e-41d7-7b3a-9d20-000000000001',
  completedAt: '2026-11-12T13:36:02.000Z',
  signatures: [
    { role: 'party1', name: 'Katharina Brandstetter', at: '2026-11-12T13:32:07.000Z', valid: true },
    { role: 'party2', name: 'Thomas Achterberg', at: '2026-11-12T13:36:02.000Z', valid: true },
    {
      role: 'seal',
      name: 'Siegel GmbH',
      at: '2026-11-12T13:36:05.000Z',
      valid: true,
      timestamped: true,
      certificateHash: 'ab'.repeat(32),
    },
  ],
  reasons: [reasonIn('de', 'seal_valid'), reasonIn('de', 'record_found')],
};
const ALTERED: VerificationView = {
  verdict: 'altered',
  signatures: [],
  reasons: [reasonIn('de', 'content_changed')],
};
const UNKNOWN: VerificationView = {
  verdict: 'unknown',
  signatures: [],
  reasons: [reasonIn('de', 'no_seal')],
};

let sent: Sent[] = [];
const writeText = jest.fn(async () => undefined);

beforeEach(async () => {
  await startTexts('de', ['verification']);
  sent = [];
  Object.assign(globalThis, { fetch: jest.fn(serve) });
  // jsdom does not implement `arrayBuffer`.
  Object.assign(Blob.prototype, { arrayBuffer: readAll });
});

function readAll(this: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not read')));
    reader.readAsArrayBuffer(this);
  });
}

/** Each call waits until the test responds to it. */
function serve(_path: string, init: RequestInit): Promise<Partial<Response>> {
  return new Promise((resolve, reject) => {
    sent.push({
      init,
      answer: (status, body, headers = {}) =>
        act(async () =>
          resolve({
            ok: status < 400,
            status,
            headers: new Map(Object.entries(headers)),
            text: async () => JSON.stringify(body),
          } as never),
        ),
      failConnection: () => act(async () => reject(new TypeError('Failed to fetch'))),
    });
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

const pdf = (name = 'vereinbarung.pdf', content = '%PDF-1.7 …'): File =>
  new File([content], name, { type: 'application/pdf' });
const input = () => screen.getByLabelText<HTMLInputElement>('PDF auswählen');
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const announced = () => screen.getByRole('status');

function open() {
  const user = userEvent.setup({ applyAccept: false });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  renderWithProviders(<VerificationPage />, '/verify');
  return user;
}

/** Chooses a file and waits until the call is sent. */
async function check(user: ReturnType<typeof userEvent.setup>, file = pdf()): Promise<Sent> {
  const before = sent.length;
  await user.upload(input(), file);
  await waitFor(() => expect(sent).toHaveLength(before + 1));
  return sent[before] as Sent;
}

it('shows who signed when, moves the focus to the verdict and announces it', async () => {
  const user = open();
  expect(input()).not.toHaveFocus();
  const call = await check(user);
  expect(await heading('Das Siegel wird geprüft')).toHaveFocus();
  expect(announced()).toHaveTextContent('Das Siegel wird geprüft');
  expect(call.init).toMatchObject({
    method: 'POST',
    headers: { 'Content-Type': 'application/pdf', 'Accept-Language': 'de' },
  });
  expect((call.init.body as Blob).size).toBe(pdf().size);

  await call.answer(200, AUTHENTIC);
  expect(await heading('Das Dokument ist echt.')).toHaveFocus();
  expect(announced()).toHaveTextContent('Das Dokument ist echt.');
  expect(screen.getByText('Katharina Brandstetter')).toBeInTheDocument();
  expect(
    screen.getByText(/^Unterschrieben am 12\.\s*November\s*2026, 14:32\s*Uhr \(Berlin\)$/),
  ).toBeInTheDocument();
  expect(screen.getByText(/2026-11-12\s13:32:07 UTC/)).toBeInTheDocument();
  expect(screen.getByText('Von einer Zeitstempelstelle bestätigt')).toBeInTheDocument();
  expect(screen.getByText(reasonIn('de', 'record_found').message)).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Fingerabdruck des Zertifikats kopieren' }));
  expect(writeText).toHaveBeenCalledWith(Array(32).fill('AB').join(':'));

  await user.click(screen.getByRole('button', { name: 'Andere Datei prüfen' }));
  expect(input()).toHaveFocus();
});

it('explains an altered and an unknown file, but repeats none of their content', async () => {
  const user = open();
  const forged = { ...ALTERED, ndaId: 'forged-number', signatures: AUTHENTIC.signatures };
  await (await check(user)).answer(200, forged);
  await heading('Das Dokument wurde verändert.');
  expect(screen.getByText(reasonIn('de', 'content_changed').message)).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Was Sie tun können' })).toBeInTheDocument();
  expect(screen.queryByText('forged-number')).not.toBeInTheDocument();
  expect(screen.queryByText('Katharina Brandstetter')).not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Andere Datei prüfen' }));
  await (await check(user)).answer(200, UNKNOWN);
  await heading('Über diese Datei lässt sich nichts sagen.');
});

it('shows a disputed signature before everything else', async () => {
  const disputed = { ...AUTHENTIC, reasons: [...AUTHENTIC.reasons, reasonIn('de', 'signature_disputed')] };
  await (await check(open())).answer(200, disputed);
  await heading('Das Dokument ist echt.');
  expect(screen.getByText('Eine Unterschrift wird bestritten.')).toBeInTheDocument();
  expect(screen.getAllByText(reasonIn('de', 'signature_disputed').message)).toHaveLength(1);
});

const ENGLISH: VerificationView = { ...AUTHENTIC, reasons: [reasonIn('en', 'seal_valid')] };

it('sends the kept file again in another language, and shows the old verdict meanwhile', async () => {
  await (await check(open())).answer(200, AUTHENTIC);
  await heading('Das Dokument ist echt.');
  await act(() => i18n.changeLanguage('en'));
  await heading('The document is genuine.');
  expect(screen.getByText(reasonIn('de', 'seal_valid').message).closest('[lang]')).toHaveAttribute(
    'lang',
    'de',
  );
  expect(sent).toHaveLength(2);
  expect(sent[1]?.init).toMatchObject({ headers: { 'Accept-Language': 'en' }, body: { size: pdf().size } });
  await sent[1]?.answer(200, ENGLISH);
  expect(screen.getByText(reasonIn('en', 'seal_valid').message).closest('[lang]')).toHaveAttribute(
    'lang',
    'en',
  );
  expect(screen.queryByText(reasonIn('de', 'seal_valid').message)).not.toBeInTheDocument();
  expect(sent).toHaveLength(2);
});

it('if the language was switched before the answer, sends the file again', async () => {
  const call = await check(open());
  await act(() => i18n.changeLanguage('en'));
  await call.answer(200, AUTHENTIC);
  await waitFor(() => expect(sent).toHaveLength(2));
  await sent[1]?.answer(200, ENGLISH);
  expect(await screen.findByText(reasonIn('en', 'seal_valid').message)).toBeInTheDocument();
});

it('if the second request fails, keeps the verdict and does not retry', async () => {
  await (await check(open())).answer(200, AUTHENTIC);
  await heading('Das Dokument ist echt.');
  await act(() => i18n.changeLanguage('en'));
  await sent[1]?.answer(429, { status: 429, code: 'rate_limited', message: 'Too many requests.' });
  await heading('The document is genuine.');
  expect(screen.getByText(reasonIn('de', 'seal_valid').message)).toBeInTheDocument();
  expect(sent).toHaveLength(2);
});

const large = Object.defineProperty(pdf('riesig.pdf'), 'size', { value: VERIFY_MAX_BYTES + 1 });
it.each([
  ['too large', [large], 'Diese Datei ist größer als 10 MB.'],
  ['no PDF, whatever its name', [pdf('text.pdf', 'Ein Text.')], 'Das ist keine PDF-Datei.'],
  ['empty', [pdf('leer.pdf', '')], 'Diese Datei ist leer.'],
  ['several', [pdf(), pdf()], 'Das waren mehrere Dateien.'],
])('does not send a refused file: %s', async (_case, files, title) => {
  open();
  fireEvent.change(input(), { target: { files } });
  expect(await screen.findByRole('alert')).toHaveTextContent(title);
  expect(input()).toBeInvalid();
  expect(input()).toHaveAccessibleDescription(new RegExp(title));
  expect(sent).toHaveLength(0);
});

it('refuses a file that the browser cannot read', async () => {
  open();
  const folder = Object.assign(pdf('ordner'), {
    arrayBuffer: () => Promise.reject(new DOMException('a folder', 'NotReadableError')),
  });
  fireEvent.change(input(), { target: { files: [folder] } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Diese Datei ließ sich nicht öffnen.');
});

it('can be cancelled: aborts the call and gives the focus back to the input', async () => {
  const user = open();
  const call = await check(user);
  await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
  expect(call.init.signal?.aborted).toBe(true);
  expect(input()).toHaveFocus();
  expect(announced()).toHaveTextContent('Die Prüfung wurde abgebrochen.');
  await call.answer(200, AUTHENTIC);
  expect(screen.queryByText('Das Dokument ist echt.')).not.toBeInTheDocument();
});

it('shows the result of the last file, whichever answer comes last', async () => {
  const user = open();
  const fetchThatNeverAborts = jest.fn((path: string, { signal: _ignored, ...init }: RequestInit) =>
    serve(path, init),
  );
  Object.assign(globalThis, { fetch: fetchThatNeverAborts });
  const first = await check(user, pdf('erste.pdf'));
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [pdf('zweite.pdf')] } });
  await waitFor(() => expect(sent).toHaveLength(2));
  await sent[1]?.answer(200, ALTERED);
  await heading('Das Dokument wurde verändert.');
  await first.answer(200, AUTHENTIC);
  expect(screen.getByText(/zweite\.pdf/)).toBeInTheDocument();
  expect(screen.queryByText('Das Dokument ist echt.')).not.toBeInTheDocument();
});

it('accepts a pasted file, and ignores pasted text', async () => {
  open();
  expect(fireEvent.paste(window, { clipboardData: { types: ['text/plain'], files: [] } })).toBe(true);
  fireEvent.paste(window, { clipboardData: { types: ['Files'], files: [pdf('kopiert.pdf')] } });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.getByText(/kopiert\.pdf/)).toBeInTheDocument();
});

it('keeps the file if the service cannot be reached, and sends the same bytes again', async () => {
  const user = open();
  const call = await check(user);
  await call.failConnection();
  expect(await screen.findByRole('alert')).toHaveTextContent('Die Prüfung ist gerade nicht erreichbar.');
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toHaveFocus();
  expect(screen.getByText(/vereinbarung\.pdf ist noch ausgewählt/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.init.body).toMatchObject({ size: pdf().size });
  await sent[1]?.answer(200, AUTHENTIC);
  await heading('Das Dokument ist echt.');
});

it('says when the service accepts files again', async () => {
  const call = await check(open());
  const problem = { status: 429, code: 'rate_limited', message: 'Zu viele Anfragen.' };
  await call.answer(429, problem, { 'Retry-After': '600' });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/Ab \d{2}:\d{2} Uhr können Sie weiter prüfen\./);
});
