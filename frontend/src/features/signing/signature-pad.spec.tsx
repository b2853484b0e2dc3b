import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ERRORS } from '@siegel/contracts/errors';
import { TYPED_NAME_ERRORS } from '@siegel/contracts/signature/refusals';
import { renderWithProviders } from '../../testing/render.js';
import { startTexts } from '../../testing/texts.js';
import { unsaved } from '../../lib/unsaved.js';
import { SignaturePad } from './signature-pad.js';

/** jsdom has no canvas, so each test sets the drawing. */
const drawn: { now: { image: string; crowded: boolean } | null; change: () => void } = {
  now: null,
  change: () => undefined,
};
jest.mock('./drawn-pad.js', () => ({
  DrawnPad: class {
    constructor(_: unknown, onChange: () => void) {
      drawn.change = onChange;
    }
    drawing() {
      return drawn.now;
    }
    destroy(): void {}
  },
}));

type Answer = 'no answer' | readonly [status: number, body: object];
interface Asked {
  name: string;
  style: number;
  answer: (answer: Answer) => void;
}

/** Replaces the service that writes names. A test decides when a request gets its response. */
function service(): Asked[] {
  const asked: Asked[] = [];
  const fetched = (_path: string, { body, signal }: RequestInit) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('over', 'AbortError')));
      const answer = (given: Answer) => {
        if (given === 'no answer') return reject(new TypeError('failed to fetch'));
        const [status, content] = given;
        const text = async () => JSON.stringify(content);
        return resolve({ ok: status < 400, status, statusText: '', headers: new Headers(), text });
      };
      asked.push({ ...(JSON.parse(body as string) as { name: string; style: number }), answer });
    });
  Object.assign(globalThis, { fetch: jest.fn(fetched) });
  return asked;
}

const picture = (name: string, style = 1) => `data:image/png;base64,${btoa(`${name}${style}`)}`;
const onChange = jest.fn();
const onDraw = jest.fn();
const pad = (mode: 'draw' | 'type') => (
  <SignaturePad mode={mode} name="Ada" onChange={onChange} onDraw={onDraw} action={null} />
);
const last = () => onChange.mock.lastCall as [string | null, string];
const field = () => screen.getByRole('textbox');
/**
 * Pastes text at the end of the field. If the text were typed key by key, the speed of the machine would
 * decide which names are requested.
 */
async function write(text: string): Promise<void> {
  await userEvent.click(field());
  await userEvent.paste(text);
}

/** Waits for the request for a name and responds with the name's picture. */
async function written(asked: readonly Asked[], name: string, style = 1): Promise<void> {
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ name, style }));
  await act(async () => asked.at(-1)?.answer([200, { signature: picture(name, style) }]));
  await waitFor(() => expect(last()).toEqual([picture(name, style), 'type']));
}

beforeAll(() => startTexts('en', ['signing']));
beforeEach(() => {
  drawn.now = null;
  onChange.mockClear();
  onDraw.mockClear();
});

describe('a typed name', () => {
  it('is shown and signed as the service has written it, in the chosen hand', async () => {
    const asked = service();
    renderWithProviders(pad('type'));
    await write(' Ada Lang ');
    await written(asked, 'Ada Lang');
    const image = screen.getByRole('img', { name: /Ada Lang/ });
    expect(image).toHaveAttribute('src', picture('Ada Lang'));
    // The picture has two pixels for each pixel of the page.
    Object.defineProperty(image, 'naturalWidth', { value: 600 });
    fireEvent.load(image);
    expect(image.style.width).toBe('300px');
    expect(screen.getByText('Your signature')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Your name is written.');
    await userEvent.click(screen.getByRole('radio', { name: 'Formal' }));
    expect(last()).toEqual([null, 'type']);
    await written(asked, 'Ada Lang', 3);
    expect(screen.getByRole('img', { name: /Ada Lang/ })).toHaveAttribute('src', picture('Ada Lang', 3));
    await userEvent.click(screen.getByRole('radio', { name: 'Flowing' }));
    await waitFor(() => expect(last()).toEqual([picture('Ada Lang'), 'type']));
    expect(asked.map(({ style }) => style)).toEqual([1, 3]);
  });

  it('is requested after a pause in typing, not for each letter', async () => {
    jest.useFakeTimers();
    try {
      const asked = service();
      const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime, delay: 349 });
      renderWithProviders(pad('type'));
      await user.type(field(), 'Ada Lang');
      expect(asked).toEqual([]);
      await act(() => jest.advanceTimersByTimeAsync(350));
      expect(asked).toMatchObject([{ name: 'Ada Lang', style: 1 }]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is never signed with the picture of an earlier name, however late that picture arrives', async () => {
    const asked = service();
    renderWithProviders(pad('type'));
    await write('Ada');
    await waitFor(() => expect(asked).toHaveLength(1));
    await write(' Lang');
    await act(async () => asked[0]?.answer([200, { signature: picture('Ada') }]));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(onChange.mock.calls.every(([signature]) => signature === null)).toBe(true);
    expect(screen.getByText('Your name is being written …')).toBeVisible();
    await written(asked, 'Ada Lang');
    await write('!');
    expect(last()).toEqual([null, 'type']);
    const outdated = document.querySelector('[data-outdated]');
    expect(outdated).toHaveAttribute('src', picture('Ada Lang'));
    expect(outdated).toHaveAttribute('alt', '');
    await userEvent.keyboard('{Backspace}');
    await waitFor(() => expect(last()).toEqual([picture('Ada Lang'), 'type']));
    await userEvent.clear(field());
    expect(last()).toEqual([null, 'type']);
    expect(document.querySelector('img')).toBeNull();
  });

  it('if no hand has one of its letters, says so at the field and offers to draw', async () => {
    const asked = service();
    renderWithProviders(pad('type'));
    await write('Ada');
    await written(asked, 'Ada');
    onChange.mockClear();
    await write(' Ωμέγα');
    await waitFor(() => expect(asked).toHaveLength(2));
    const message = TYPED_NAME_ERRORS.invalid_signature.en;
    await act(async () => asked[1]?.answer([422, { code: 'invalid_signature', message }]));
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveAccessibleDescription(message));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(document.querySelector('img')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Draw instead' }));
    expect(onDraw).toHaveBeenCalledTimes(1);
    expect(onChange.mock.calls.every(([signature]) => signature === null)).toBe(true);
  });

  it.each<[string, Answer, string]>([
    ['without a connection', 'no answer', ''],
    [
      'that was one too many',
      [429, { code: 'rate_limited', message: ERRORS.rate_limited.en }],
      ERRORS.rate_limited.en,
    ],
  ])('can be requested again after a request %s', async (_, answer, words) => {
    const asked = service();
    renderWithProviders(pad('type'));
    await write('Ada');
    await waitFor(() => expect(asked).toHaveLength(1));
    await act(async () => asked[0]?.answer(answer));
    await waitFor(() => expect(field()).toBeInvalid());
    expect(field()).toHaveAccessibleDescription(words === '' ? /./ : words);
    expect(last()).toEqual([null, 'type']);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    await written(asked, 'Ada');
    expect(field()).toBeValid();
  });

  it('is not cut when pasted: above the limit it is counted and reported, but not requested', async () => {
    const asked = service();
    renderWithProviders(pad('type'));
    const name = 'Ada '.repeat(30).trim();
    await write(`${name} L`);
    expect(field()).toHaveValue(`${name} L`);
    expect(document.querySelector('.signature-pad-typed')).toHaveAttribute('aria-busy', 'false');
    expect(screen.getByText('121 / 120')).toHaveClass('text-bad');
    expect(field()).toHaveAccessibleDescription(/At most 120 characters\./);
    await userEvent.keyboard('{Backspace}{Backspace}');
    expect(field()).toBeValid();
    await written(asked, name);
    expect(asked).toHaveLength(1);
  });

  it('is kept while the other tab is shown, and before a reload the page warns of its loss', async () => {
    const asked = service();
    const { again } = renderWithProviders(pad('type'));
    expect(unsaved()).toEqual([]);
    await write('Ada');
    await written(asked, 'Ada');
    again(pad('draw'));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(unsaved()).toEqual(['the signature that is not saved yet']);
  });
});

describe('a drawing', () => {
  it('is used unchanged, unless it fills the sheet', () => {
    renderWithProviders(pad('draw'));
    expect(unsaved()).toEqual([]);
    drawn.now = { image: picture('drawn'), crowded: false };
    act(() => drawn.change());
    expect(last()).toEqual([picture('drawn'), 'draw']);
    expect(unsaved()).toEqual(['the signature that is not saved yet']);
    drawn.now = { image: picture('filled'), crowded: true };
    act(() => drawn.change());
    expect(last()).toEqual([null, 'draw']);
    expect(screen.getByRole('alert')).toHaveTextContent(/more ink than paper/);
  });
});
