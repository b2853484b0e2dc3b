import type { Language } from '@siegel/contracts/enums';
import type { JobRequest } from '../platform/jobs/job.js';
import { deliverJob } from './deliver-when-completed-and-paid.js';
import { documentFileName } from '../mail/document-file-name.js';
import { type RenderingParts, renderUnsealed } from './seal-document.js';

/** The parts of the delivery that the screens of the parties and of the admin use. */
export class DeliveryService {
  constructor(
    private readonly enqueue: (job: JobRequest & { readonly key: string }) => Promise<void>,
    private readonly rendering: RenderingParts,
  ) {}

  /**
   * Queues the delivery job to run now instead of at its next scheduled time. If nothing is owed, the job
   * does nothing.
   */
  async ask(ndaId: string): Promise<void> {
    await this.enqueue(deliverJob(ndaId));
  }

  /**
   * Renders the document as it would be sealed now. The admin uses this as long as no sealed document exists
   * (rule:pdf-for-those-who-paid). The result is not stored.
   * @throws DeliveryStepFailed, DocumentRefused
   */
  unsealed(ndaId: string): Promise<Buffer> {
    return renderUnsealed(this.rendering, ndaId);
  }

  /**
   * Returns a `Content-Disposition` value. It contains the file's name in ASCII and, for clients that support
   * RFC 6266, the full name too.
   */
  disposition(title: string, language: Language): string {
    const name = documentFileName(title, language);
    const ascii = name
      .normalize('NFKD')
      .replaceAll(/[^\x20-\x7e]/g, '')
      .replaceAll(/["\\]/g, '');
    return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
  }
}
