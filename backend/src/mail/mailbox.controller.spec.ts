import request from 'supertest';
import { createTestApp, HTTP_MIGRATIONS, type TestApp } from '../http/testing/test-app.js';
import { createTestDatabase, type TestDatabase } from '../platform/postgres/testing/test-database.js';
import type { MailboxMessage } from './kept-mail.js';
import type { MailboxReader } from './mailbox.js';
import { MailboxController } from './mailbox.controller.js';
import { MAILBOX } from './tokens.js';

const ID = '019a7a10-0000-7000-8000-000000000001';
const message: MailboxMessage = {
  id: ID,
  to: 'ada@example.org',
  subject: 'Signed <script>alert(1)</script> & more',
  sentAt: '2026-11-12T13:40:00.000Z',
  text: 'plain <b>text</b>',
  html: '<p>Hello</p>',
  attachments: [
    { filename: 'NDA.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7') },
    { filename: 'a"b.html', contentType: 'text/html', content: Buffer.from('<script>') },
  ],
};
const listed = message.attachments.map(({ content, ...one }) => ({ ...one, size: content.length }));
const mailbox: MailboxReader = {
  list: () => Promise.resolve([{ ...message, attachments: listed }]),
  find: (id) => Promise.resolve(id === ID ? message : undefined),
};

describe('MailboxController', () => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase({ migrations: HTTP_MIGRATIONS });
    app = await createTestApp({
      database,
      controllers: [MailboxController],
      providers: [{ provide: MAILBOX, useValue: mailbox }],
    });
    await app.app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });
  const get = (path: string) => request(app.server).get(`/dev/mailbox${path}`).set('host', 'localhost:3000');

  it('lists the messages in the format of the contract', async () => {
    const { body } = await get('/messages').expect(200).expect('cache-control', 'no-store');
    expect(body).toEqual([
      {
        id: ID,
        to: message.to,
        subject: message.subject,
        sentAt: message.sentAt,
        text: message.text,
        html: message.html,
        attachments: [
          {
            filename: 'NDA.pdf',
            contentType: 'application/pdf',
            size: 8,
            url: `/dev/mailbox/messages/${ID}/attachments/0`,
          },
          {
            filename: 'a"b.html',
            contentType: 'text/html',
            size: 8,
            url: `/dev/mailbox/messages/${ID}/attachments/1`,
          },
        ],
      },
    ]);
  });

  it('is a page without script or inline style, and it escapes its content', async () => {
    const { text, headers } = await get('')
      .set('accept-language', 'en')
      .expect(200)
      .expect('content-type', /text\/html/);
    expect(text).not.toMatch(/<script|style="|<b>/);
    expect(text).toContain('Signed &lt;script&gt;alert(1)&lt;/script&gt; &amp; more');
    expect(text).toContain(`<iframe src="/dev/mailbox/messages/${ID}/html"`);
    expect(text).toContain(' sandbox ');
    expect(headers['content-security-policy']).toContain("frame-src 'self'");
    await get('/style.css')
      .expect(200)
      .expect('content-type', /text\/css/);
  });

  it('shows a mail in a page without any permissions', async () => {
    const { text, headers } = await get(`/messages/${ID}/html`).expect(200);
    expect(text).toBe('<p>Hello</p>');
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('serves attachments, but shows only PDFs', async () => {
    const pdf = await get(`/messages/${ID}/attachments/0`)
      .expect(200)
      .expect('content-type', 'application/pdf');
    expect(pdf.headers['content-disposition']).toBe('inline; filename="NDA.pdf"');
    const other = await get(`/messages/${ID}/attachments/1`)
      .expect(200)
      .expect('content-type', 'application/octet-stream');
    expect(other.headers['content-disposition']).toBe('attachment; filename="a_b.html"');
  });

  it.each([
    '/messages/019a7a10-0000-7000-8000-000000000002/html',
    `/messages/${ID}/attachments/2`,
    `/messages/${ID}/attachments/x`,
  ])('gives 404 for %s', (path) => get(path).expect(404));

  it.each([
    ['another host', { host: 'siegel.example' }],
    ['a forwarded address', { 'x-forwarded-for': '127.0.0.1' }],
    ['a forwarding header', { forwarded: 'for=127.0.0.1' }],
    ['a forwarded scheme', { 'x-forwarded-proto': 'http' }],
    ['the address that a CDN adds', { 'true-client-ip': '127.0.0.1' }],
  ])('is absent for %s', async (_, headers) => {
    for (const path of [
      '',
      '/messages',
      '/style.css',
      `/messages/${ID}/html`,
      `/messages/${ID}/attachments/0`,
    ])
      await request(app.server)
        .get(`/dev/mailbox${path}`)
        .set({ host: 'localhost', ...headers })
        .expect(404);
  });

  it('is absent if the configuration says so', () => {
    const fromHere = {
      headers: { host: 'localhost' },
      socket: { remoteAddress: '127.0.0.1' },
    } as unknown as Parameters<MailboxController['style']>[0];
    expect(new MailboxController({ mailbox: true }, mailbox).style(fromHere)).toContain('--paper');
    expect(() => new MailboxController({ mailbox: false }, mailbox).style(fromHere)).toThrow('not_found');
    expect(() => new MailboxController({ mailbox: true }).style(fromHere)).toThrow('not_found');
  });
});
