import type { FakeAnswer } from '../../../testing/fake-server.js';

export type Answer =
  | FakeAnswer
  | ((query: URLSearchParams, body: unknown) => FakeAnswer | Promise<FakeAnswer>);

export interface AdminServer {
  /**
   * The server's responses. The key is the method and the path without the query, for example `GET
   * /api/admin/ndas`. A test may change the responses while it runs.
   */
  readonly answers: Record<string, Answer>;
  /** Calls with their query and body. */
  readonly calls: string[];
}

/** Answers of a service without data. */
const EMPTY: Readonly<Record<string, Answer>> = {
  'GET /api/admin/check': [200, { isAdmin: true, role: 'admin' }],
  'GET /api/admin/analytics': [
    200,
    {
      total: 0,
      byStatus: { draft: 0, party1_signed: 0, completed: 0, sent: 0 },
      payments: { total: 0, pending: 0, totalRevenue: 0 },
    },
  ],
  'GET /api/analytics/summary': [
    200,
    { totalPageViews: 0, pageViewsByPage: [], funnelMetrics: [], daily: [] },
  ],
  'GET /api/admin/obligations': (query) => [200, pageOf([], query)],
  'GET /api/audit/verify': [
    200,
    {
      state: 'never',
      done: 0,
      total: 0,
      startedAt: null,
      finishedAt: null,
      verdict: null,
      checkpoints: 0,
      firstBroken: null,
    },
  ],
  'GET /api/admin/ndas': (query) => [200, { ...pageOf([], query), totalIsEstimate: false }],
  'GET /api/admin/vouchers': (query) => [200, { ...pageOf([], query), totalIsEstimate: false }],
};

/** Puts all items on one page, whichever page was requested. */
export const pageOf = (items: readonly object[], query: URLSearchParams) => ({
  items,
  total: items.length,
  page: Number(query.get('page') ?? 1),
  pageSize: Number(query.get('pageSize') ?? 20),
});

/** Fakes the server of the admin pages, and the browser features that jsdom lacks. */
export function adminServer(answers: Record<string, Answer> = {}): AdminServer {
  const server: AdminServer = { answers: { ...EMPTY, ...answers }, calls: [] };
  const fetched = async (path: string, { method = 'GET', body }: RequestInit): Promise<Partial<Response>> => {
    const url = new URL(path, 'http://admin');
    const sentBody = typeof body === 'string' && body !== '{}' ? ` ${body}` : '';
    server.calls.push(`${method} ${path}${sentBody}`);
    const answer = server.answers[`${method} ${url.pathname}`] ?? [404];
    const reply = await (typeof answer === 'function' ? answer(url.searchParams, body) : answer);
    if (reply === 'no answer') throw new TypeError('failed to fetch');
    const [status, content] = reply;
    return {
      ok: status < 400,
      status,
      statusText: '',
      headers: new Headers(),
      text: async () => (content === undefined ? '' : JSON.stringify(content)),
      blob: async () => new Blob([JSON.stringify(content ?? {})]),
    };
  };
  Object.assign(globalThis, { fetch: jest.fn(fetched) });
  quietBrowser();
  return server;
}

/** Fakes `matchMedia` and `ResizeObserver`. Nothing that they watch ever changes. */
export function quietBrowser(matches: (query: string) => boolean = () => false): void {
  const watched = { addEventListener: () => undefined, removeEventListener: () => undefined };
  /** Reports the size once, as browsers do. */
  class NoResize {
    constructor(private readonly onSize: () => void) {}
    observe(): void {
      this.onSize();
    }
    disconnect(): void {}
  }
  Object.assign(window, { matchMedia: (query: string) => ({ matches: matches(query), ...watched }) });
  Object.assign(globalThis, { ResizeObserver: NoResize });
}
