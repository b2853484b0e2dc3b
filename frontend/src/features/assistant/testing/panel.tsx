import { answerWithSources } from '@siegel/contracts/admin/chat';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithProviders } from '../../../testing/render.js';
import { AssistantButton } from '../assistant-button.js';

/** The server's reply to a call. Undefined if the server never replies. */
type Reply = { status: number; body: object; retryAfter?: number } | undefined;

export interface ChatServer {
  /** Bodies of the calls, oldest first. */
  readonly calls: { messages: { role: string; content: string }[]; language: string }[];
  /** Replies to the next calls, in order. */
  readonly replies: Reply[];
  /** Number of calls that the caller aborted. */
  aborted: number;
}

export const answer = (said: string, sources: readonly string[] = []): Reply => ({
  status: 200,
  body: { response: answerWithSources(said, sources, 'de') },
});
export const refusal = (status: number, code: string, message: string, retryAfter?: number): Reply => ({
  status,
  body: { code, message },
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

/** Fakes the server of the assistant. A call can be aborted. */
export function chatServer(): ChatServer {
  const server: ChatServer = { calls: [], replies: [], aborted: 0 };
  const fetched = async (_path: string, { body, signal }: RequestInit): Promise<Partial<Response>> => {
    server.calls.push(JSON.parse(body as string));
    const reply = server.replies.shift();
    if (reply === undefined)
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          server.aborted += 1;
          reject(new DOMException('aborted', 'AbortError'));
        });
      });
    if (reply.status === 0) throw new TypeError('failed to fetch');
    const { status, retryAfter } = reply;
    return {
      ok: status < 400,
      status,
      statusText: '',
      headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      text: async () => JSON.stringify(reply.body),
    };
  };
  Object.assign(globalThis, { fetch: jest.fn(fetched) });
  return server;
}

const site = { ai: { provider: 'Beispiel KI' } };

/** Renders the dashboard's button, and opens the panel with it. */
export async function openPanel(ai: { provider: string } | null = site.ai) {
  const user = userEvent.setup();
  const rendered = renderWithProviders(<AssistantButton />, '/admin/dashboard', { ai });
  await user.click(screen.getByRole('button', { name: 'KI-Assistent' }));
  const panel = await screen.findByRole('dialog', { name: 'KI-Assistent' });
  return { user, panel, unmount: rendered.unmount };
}

export const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Ihre Frage' });
export const toggle = (): HTMLElement => screen.getByRole('button', { name: 'KI-Assistent' });
