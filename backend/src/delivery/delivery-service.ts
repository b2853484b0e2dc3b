import type { Language } from '@siegel/contracts/enums';
import type { JobRequest } from '../platform/jobs/job.js';
import { deliverJob } from './deliver-when-completed-and-paid.js';
import { documentFileName } from '../mail/document-file-name.js';
import { type RenderingParts, renderUnsealed } from './seal-document.js';

/** Delivery, as used by the screens of both parties. */
export class DeliveryService {
  constructor(
    private readonly enqueue: (job: JobRequest & { readonly key: string }) => Promise<void>,
    private readonly rendering: RenderingParts,
  ) {}

  /** Queues the delivery now rather than at its next turn; if nothing is owed, the job stops. */
  async ask(ndaId: string): Promise<void> {
    await this.enqueue(deliverJob(ndaId));
  }

  /**
   * Renders the document as it would be sealed now: for the admin, while no sealed one exists
   * (rule:pdf-for-those-who-paid). It is not stored.
   * @throws DeliveryStepFailed, DocumentRefused
   */
  unsealed(ndaId: string): Promise<Buffer> {
    return renderUnsealed(this.rendering, ndaId);
  }

  /** `Content-Disposition` with the name in ASCII and, for clients that support it, in full (RFC 6266). */
  disposition(title: string, language: Language): string {
    const name = documentFileName(title, language);
    const ascii = name
      .normalize('NFKD')
      .replaceAll(/[^\x20-\x7e]/g, '')
      .replaceAll(/["\\]/g, '');
    return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
  }
}
