import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { LogVerificationView, SigningKeyView } from '@siegel/contracts/verification/whole-log';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import { CLOCK, POOL, RECEIPTS, TREE_TRUST } from '../platform/wiring/tokens.js';
import { beginRun, readRun, type VerificationRun } from '../proof/verification-run.js';
import type { TreeTrust } from '../proof/tree-parts.js';
import { publicKeysIn, type Receipts, type SigningKey } from '../vault/receipts.js';

const NEVER: LogVerificationView = {
  state: 'never',
  done: 0,
  total: 0,
  startedAt: null,
  finishedAt: null,
  verdict: null,
  checkpoints: 0,
  firstBroken: null,
};

/** Begins the verification of the whole log unless one is running (rule:log-is-verified). */
export class BeginVerification extends Query<LogVerificationView> {}

@QueryHandler(BeginVerification)
export class BeginVerificationHandler implements IQueryHandler<BeginVerification> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TREE_TRUST) private readonly tree: TreeTrust,
  ) {}

  async execute() {
    await beginRun(this.pool, this.clock.now());
    return viewOf(await readRun(this.pool, this.tree.seals.keys));
  }
}

/**
 * Returns the progress of the running verification of the whole log, or the result of the last verification.
 */
export class ReadVerification extends Query<LogVerificationView> {}

@QueryHandler(ReadVerification)
export class ReadVerificationHandler implements IQueryHandler<ReadVerification> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(TREE_TRUST) private readonly tree: TreeTrust,
  ) {}

  async execute() {
    return viewOf(await readRun(this.pool, this.tree.seals.keys));
  }
}

function viewOf(run: VerificationRun | undefined): LogVerificationView {
  if (run === undefined) return NEVER;
  const { state, pass, startedAt, finishedAt, firstBroken } = run;
  const done = pass?.events ?? 0;
  return {
    state,
    done,
    // Events that the checkpointer met after the verification began are verified too. So `done` may exceed
    // `pass.size`.
    total: Math.max(pass?.size ?? 0, done),
    startedAt,
    finishedAt,
    verdict: state !== 'done' ? null : firstBroken === null ? 'intact' : 'broken',
    checkpoints: pass?.checkpoints ?? 0,
    firstBroken,
  };
}

/**
 * Returns the public part of each signing key that CHECKPOINT_KEY has ever contained, oldest first. These
 * keys sign receipts and checkpoints.
 */
export class ListSigningKeys extends Query<SigningKeyView[]> {}

@QueryHandler(ListSigningKeys)
export class ListSigningKeysHandler implements IQueryHandler<ListSigningKeys> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
  ) {}

  async execute() {
    return livesOf(await publicKeysIn(this.pool), this.receipts.keyId);
  }
}

/**
 * Returns each key with `until`, the time at which its use ended. The use of a key ends when the next key is
 * first recorded. For the current key, `until` is null, even if the current key is an older key that is in
 * use again.
 */
export const livesOf = (keys: readonly SigningKey[], current: string): SigningKeyView[] =>
  keys.map((key, at) => ({ ...key, until: key.keyId === current ? null : (keys[at + 1]?.since ?? null) }));
