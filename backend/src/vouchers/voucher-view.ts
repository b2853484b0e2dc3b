import type { VoucherView } from '@siegel/contracts/admin/views';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { openPart, type SealedPart } from '../eventsourcing/projections/sealed-part.js';
import { voucherStream } from '../voucher/voucher.events.js';
import type { VoucherRow } from './voucher-row.js';
import { ignoreMissingKey } from '../vault/vault.js';

interface Personal {
  readonly code?: string;
  readonly recipientName?: string | null;
}

async function open(
  journal: Pick<Journal, 'openSealed'>,
  id: string,
  part: SealedPart | undefined,
): Promise<Personal | undefined> {
  return (await openPart(journal, voucherStream(id), part).catch(ignoreMissingKey))?.personal;
}

/**
 * Returns a voucher as the admin sees it. The sealed parts of the row are opened; they are empty if the key
 * is missing.
 */
export async function voucherView(
  journal: Pick<Journal, 'openSealed'>,
  row: VoucherRow,
): Promise<VoucherView> {
  const [issued, named] = await Promise.all([
    open(journal, row.id, row.sealed.issued),
    open(journal, row.id, row.sealed.named),
  ]);
  return {
    id: row.id,
    code: issued?.code ?? '',
    category: row.category,
    recipientName: (named ?? issued)?.recipientName ?? null,
    isUsed: row.isUsed,
    usedAt: row.usedAt,
    usedByNdaId: row.usedByNdaId,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    deletedAt: row.deletedAt,
  };
}
