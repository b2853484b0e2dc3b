import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  CheckpointListQuery,
  checkpointListSchema,
  type CheckpointListView,
  checkpointSchema,
  type CheckpointView,
  logVerdictSchema,
  type LogVerdictView,
  receiptProofSchema,
  type ReceiptProofView,
} from '@siegel/contracts/verification/checkpoints';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { Roles } from '../http/callers/role.guard.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { ListCheckpoints, MakeCheckpoint, ProveReceipt, VerifyNda } from './checkpoints.queries.js';

/**
 * Signed checkpoints and proofs of receipts, which prove the log to outsiders (rule:log-is-checkpointed,
 * rule:receipts-are-proven).
 */
@Controller('api')
export class CheckpointsController {
  constructor(private readonly queries: Queries) {}

  @Get('checkpoints')
  @Describe({
    id: 'listCheckpoints',
    tag: 'Verification',
    summary: 'List the signed checkpoints of the log, oldest first',
    details:
      'Hashes, sizes, times and signatures, and nothing else. Whoever keeps them can tell later whether the log was rewritten.',
    access: 'everybody',
    query: CheckpointListQuery,
    answers: { 200: json('Those of more leaves than `after`', checkpointListSchema) },
  })
  async list(@Query() { after = -1, limit }: CheckpointListQuery): Promise<CheckpointListView> {
    return { items: await this.queries.ask(new ListCheckpoints(after, limit)) };
  }

  @Get('receipts/:eventHash')
  @Describe({
    id: 'proveReceipt',
    tag: 'Verification',
    summary: 'Prove that an event is in the log, by the first checkpoint that covers it',
    details: 'Not found while no checkpoint covers it: `Retry-After` says when to ask again.',
    access: 'everybody',
    path: { eventHash: { type: 'string' } },
    answers: { 200: json('The checkpoint, and the proof', receiptProofSchema) },
    problems: ['not_found'],
  })
  prove(@Param('eventHash') eventHash: string): Promise<ReceiptProofView> {
    return this.queries.ask(new ProveReceipt(eventHash));
  }
}

/** Checkpoints and verifications that admin and auditor request (rule:log-is-verified). */
@Controller('api/audit')
@Roles('admin', 'auditor')
export class LogVerificationController {
  constructor(private readonly queries: Queries) {}

  @Post('checkpoints')
  @HttpCode(201)
  @Describe({
    id: 'makeCheckpoint',
    tag: 'Administration',
    summary: 'Sign a checkpoint of the log as it is now',
    details: 'Where nothing came since the last one, that one is the answer.',
    access: 'admin',
    answers: { 201: json('The checkpoint', checkpointSchema) },
  })
  make(): Promise<CheckpointView> {
    return this.queries.ask(new MakeCheckpoint());
  }

  @Get('ndas/:id/verify')
  @Describe({
    id: 'verifyNda',
    tag: 'Administration',
    summary: "Verify an NDA's history against its chain and the checkpoints",
    details: 'An erased one verifies too. The auditor may ask as well.',
    access: 'admin',
    path: { id: { type: 'string', format: 'uuid' } },
    answers: { 200: json('Whether it is intact, and the first place that is not', logVerdictSchema) },
  })
  verify(@Param('id', UuidParam) id: string): Promise<LogVerdictView> {
    return this.queries.ask(new VerifyNda(id));
  }
}
