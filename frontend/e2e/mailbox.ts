import { type APIRequestContext, expect } from '@playwright/test';

export interface MailboxMessage {
  id: string;
  to: string;
  subject: string;
  attachments: { filename: string; contentType: string; size: number; url: string }[];
}

/** What was sent to an address. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<MailboxMessage[]> {
  const response = await request.get('/dev/mailbox/messages');
  expect(response.ok(), 'the mailbox can be read').toBe(true);
  const messages = (await response.json()) as MailboxMessage[];
  return messages.filter((message) => message.to.includes(address));
}

/** The PDF of the one mail to an address. */
export async function sentPdf(request: APIRequestContext, address: string): Promise<Buffer> {
  const [mail] = await mailsTo(request, address);
  const pdf = mail?.attachments.find((attachment) => attachment.contentType.startsWith('application/pdf'));
  expect(pdf, `a PDF in the mail to ${address}`).toBeDefined();
  return (await request.get(pdf?.url ?? '')).body();
}

/** Exactly one mail, with one PDF that is whole. */
export async function expectSignedPdf(request: APIRequestContext, address: string): Promise<void> {
  await expect.poll(async () => (await mailsTo(request, address)).length).toBe(1);
  const bytes = await sentPdf(request, address);
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(bytes.subarray(-1024).toString('latin1')).toContain('%%EOF');
  expect(bytes.length).toBeGreaterThan(5_000);
}
