import { type APIRequestContext, expect } from '@playwright/test';

export interface MailboxMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  attachments: { filename: string; contentType: string; size: number; url: string }[];
}

/** Returns the mails that were sent to an address. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<MailboxMessage[]> {
  const response = await request.get('/dev/mailbox/messages');
  expect(response.ok(), 'the mailbox can be read').toBe(true);
  const messages = (await response.json()) as MailboxMessage[];
  return messages.filter((message) => message.to.includes(address));
}

const pdfsOf = ({ attachments }: MailboxMessage) =>
  attachments.filter(({ contentType }) => contentType.startsWith('application/pdf'));

/** Returns the PDF that was sent to an address. */
export async function sentPdf(request: APIRequestContext, address: string): Promise<Buffer> {
  const [pdf] = (await mailsTo(request, address)).flatMap(pdfsOf);
  expect(pdf, `a PDF in the mail to ${address}`).toBeDefined();
  return (await request.get(pdf?.url ?? '')).body();
}

/** Waits until the mails to an address contain a link to the named page. Returns the first such link. */
export async function linkTo(request: APIRequestContext, address: string, page: string): Promise<string> {
  const find = async () =>
    (await mailsTo(request, address)).flatMap(
      ({ text }) => new RegExp(`\\S+/${page}/\\S+`).exec(text) ?? [],
    )[0];
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
}

/** Expects exactly one PDF in the mails to an address, and expects the PDF to be complete. */
export async function expectSignedPdf(request: APIRequestContext, address: string): Promise<void> {
  await expect.poll(async () => (await mailsTo(request, address)).flatMap(pdfsOf).length).toBe(1);
  const bytes = await sentPdf(request, address);
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(bytes.subarray(-1024).toString('latin1')).toContain('%%EOF');
  expect(bytes.length).toBeGreaterThan(5_000);
}
