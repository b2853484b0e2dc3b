import type { FakeAnswer } from '../../../testing/fake-server.js';

export type Answer =
  | FakeAnswer
  | ((query: URLSearchParams, body: unknown) => FakeAnswer | Promise<FakeAnswer>);

export interface OfficeServer {
  /** By method and path without a query, as in `GET /api/admin/ndas`; may be changed while a test runs. */
  readonly answers: Record<string, Answer>;
  /** What was asked, with its query and its body. */
  readonly calls: string[];
}

/** Nobody has made anything yet. */
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

/** All of these on one page, whichever was asked for. */
export const pageOf = (items: readonly object[], query: URLSearchParams) => ({
  items,
  total: items.length,
  page: Number(query.get('page') ?? 1),
  pageSize: Number(query.get('pageSize') ?? 20),
});

/** Stands in for the server of the office, and for what jsdom lacks. */
export function officeServer(answers: Record<string, Answer> = {}): OfficeServer {
  const server: OfficeServer = { answers: { ...EMPTY, ...answers }, calls: [] };
  const fetched = async (path: string, { method = 'GET', body }: RequestInit): Promise<Partial<Response>> => {
    const url = new URL(path, 'http://office');
    const said = typeof body === 'string' && body !== '{}' ? ` ${body}` : '';
    server.calls.push(`${method} ${path}${said}`);
    const answer = server.answers[`${method} ${url.pathname}`] ?? [404];
    const given = await (typeof answer === 'function' ? answer(url.searchParams, body) : answer);
    if (given === 'no answer') throw new TypeError('failed to fetch');
    const [status, content] = given;
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

/** What is asked of the browser's looks, which never change here. */
export function quietBrowser(matches: (query: string) => boolean = () => false): void {
  const watched = { addEventListener: () => undefined, removeEventListener: () => undefined };
  /** Tells the size once, as browsers do. */
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
