import type { Commands } from '../bus/commands.js';
import { Mailbox } from '../delivery/mail/mailbox.js';
import { type EraserParts, KeyEraser } from '../erasure/erase-key.js';
import { type VoucherEraserParts, VoucherKeyEraser } from '../erasure/erase-voucher-key.js';
import { ErasureList } from '../erasure/erasure-list.js';
import type { Config } from '../platform/config/config.js';
import type { Infrastructure } from './infrastructure.js';

export interface Erasers {
  readonly ndas: KeyEraser;
  readonly vouchers: VoucherKeyEraser;
  readonly list: ErasureList;
}

type ErasedWith = Pick<Infrastructure, 'pool' | 'vault' | 'blobs' | 'receipts' | 'clock'>;

interface EraserOptions extends Pick<VoucherEraserParts, 'settle'> {
  readonly config: Pick<Config, 'dataDir' | 'retention'>;
  readonly commands: Commands;
}

/** What erasing takes: keys, everything that is kept beside the log, and the list in DATA_DIR. */
export function eraserParts(
  { pool, vault, blobs, receipts, clock }: ErasedWith,
  { commands, config }: Pick<EraserOptions, 'commands'> & { readonly config: Pick<Config, 'dataDir'> },
): EraserParts & Pick<Erasers, 'list'> {
  const kept = [blobs, new Mailbox(pool, vault, clock)];
  return { vault, receipts, clock, kept, commands, list: new ErasureList(config.dataDir) };
}

export function createErasers(infrastructure: ErasedWith, options: EraserOptions): Erasers {
  const parts = eraserParts(infrastructure, options);
  const { settle, config } = options;
  return {
    ndas: new KeyEraser(parts),
    vouchers: new VoucherKeyEraser({ ...parts, settle, days: config.retention.voucherDays }),
    list: parts.list,
  };
}
