import type { Commands } from '../bus/commands.js';
import type { ErasingFacts } from '../erasure/apply-erasures.js';
import { appendKeptReportsWhenKept } from '../closed-streams/append-kept-reports.js';
import { EndedKeys } from '../closed-streams/ended-keys.js';
import { RECORDS_STREAM_PREFIX, recordsPartOf } from '../trust-stream/trust.events.js';
import { Mailbox } from '../mail/mailbox.js';
import { dropParkedJobs } from '../platform/jobs/parked-jobs.js';
import { readKeyIn } from '../erasure/destruction-calls.js';
import { eraseKeyWhenNdaErased, KeyEraser } from '../erasure/erase-key.js';
import {
  eraseKeyWhenVoucherDeleted,
  type VoucherEraserParts,
  VoucherKeyEraser,
} from '../erasure/erase-voucher-key.js';
import { WithdrawalKeyEraser } from '../erasure/erase-withdrawal-key.js';
import { ErasureList } from '../erasure/erasure-list.js';
import { KnownReceiptKeys } from '../erasure/known-receipt-keys.js';
import type { EraserParts } from '../erasure/stream-eraser.js';
import type { Config } from '../platform/config/config.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import { VOUCHER_STREAM_PREFIX, voucherIdOf } from '../voucher/voucher.events.js';
import { sendReceiptWhenWithdrawn } from '../withdrawals/send-receipt.job.js';
import { WITHDRAWAL_STREAM_PREFIX, withdrawalIdOf } from '../withdrawals/model/withdrawal.events.js';
import type { Infrastructure } from './infrastructure.js';

export interface Erasers {
  readonly ndas: KeyEraser;
  readonly vouchers: VoucherKeyEraser;
  readonly withdrawals: WithdrawalKeyEraser;
  readonly list: ErasureList;
  readonly receiptKeys: KnownReceiptKeys;
}

type ErasedWith = Pick<
  Infrastructure,
  'backgroundPool' | 'backgroundBlobs' | 'vault' | 'receipts' | 'clock' | 'log' | 'journal'
>;

interface EraserOptions extends Pick<VoucherEraserParts, 'settle'> {
  readonly config: Pick<Config, 'dataDir' | 'retention'>;
  readonly commands: Commands;
}

/**
 * Returns the parts that each eraser needs: the keys, all data that is stored outside of the log, and the
 * list of erasures in DATA_DIR.
 */
export function eraserParts(
  { backgroundPool, backgroundBlobs, vault, receipts, clock, log, journal }: ErasedWith,
  { commands, config }: Pick<EraserOptions, 'commands'> & { readonly config: Pick<Config, 'dataDir'> },
): EraserParts & Pick<Erasers, 'list'> {
  const kept = [backgroundBlobs, new Mailbox(backgroundPool, vault, clock)];
  return {
    vault,
    receipts,
    clock,
    kept,
    commands,
    list: new ErasureList(config.dataDir),
    keyInStream: (stream) => readKeyIn({ log, journal }, stream),
    ended: new EndedKeys(commands, (stream) => dropParkedJobs(backgroundPool, [stream])),
  };
}

export function createErasers(infrastructure: ErasedWith, options: EraserOptions): Erasers {
  const parts = eraserParts(infrastructure, options);
  const { settle, config } = options;
  return {
    ndas: new KeyEraser(parts),
    vouchers: new VoucherKeyEraser({ ...parts, settle, days: config.retention.voucherDays }),
    withdrawals: new WithdrawalKeyEraser({ ...parts, days: config.retention.withdrawalDays }),
    list: parts.list,
    receiptKeys: new KnownReceiptKeys(config.dataDir, infrastructure.receipts),
  };
}

/**
 * Lists the types of events after which a key must be destroyed. The events concern erased agreements, vouchers
 * and withdrawals whose retention is over, and ended streams.
 */
export const erasingFacts = ({ ndas, vouchers, withdrawals }: KeyErasers): readonly ErasingFacts[] => [
  {
    reaction: eraseKeyWhenNdaErased.name,
    streamPrefix: NDA_STREAM_PREFIX,
    type: /^NdaErased\.v\d+$/,
    erase: (stream) => ndas.erase(ndaIdOf(stream)),
  },
  {
    reaction: eraseKeyWhenVoucherDeleted.name,
    streamPrefix: VOUCHER_STREAM_PREFIX,
    type: /^VoucherKeyDestroyed\.v\d+$/,
    erase: (stream) => vouchers.erase(voucherIdOf(stream)),
  },
  {
    // No reaction destroys the key of a withdrawal, because only the passing of time makes the destruction
    // due. This entry names `sendReceiptWhenWithdrawn`, because the checkpoint of that reaction shows how far
    // this database has read the withdrawal streams.
    reaction: sendReceiptWhenWithdrawn.name,
    streamPrefix: WITHDRAWAL_STREAM_PREFIX,
    type: /^WithdrawalKeyDestroyed\.v\d+$/,
    erase: (stream) => withdrawals.erase(withdrawalIdOf(stream)),
  },
  {
    // The operator calls for the destruction of an ended stream's key. No reaction destroys the key. The entry
    // names a reaction that reads the same streams.
    reaction: appendKeptReportsWhenKept.name,
    streamPrefix: RECORDS_STREAM_PREFIX,
    type: /^EndedKeyDue\.v\d+$/,
    subjectOf: (stream) => recordsPartOf(stream)?.stream ?? stream,
    erase: (stream) => eraseStream({ ndas, vouchers, withdrawals }, stream),
  },
];

/** The erasers, for streams of which only the name is known. */
export interface KeyErasers {
  readonly ndas: Pick<KeyEraser, 'erase'>;
  readonly vouchers: Pick<VoucherKeyEraser, 'erase'>;
  readonly withdrawals: Pick<WithdrawalKeyEraser, 'erase'>;
}

/** Erases a stream with a key. */
export function eraseStream({ ndas, vouchers, withdrawals }: KeyErasers, stream: string): Promise<void> {
  if (stream.startsWith(NDA_STREAM_PREFIX)) return ndas.erase(ndaIdOf(stream));
  return stream.startsWith(WITHDRAWAL_STREAM_PREFIX)
    ? withdrawals.erase(withdrawalIdOf(stream))
    : vouchers.erase(voucherIdOf(stream));
}
