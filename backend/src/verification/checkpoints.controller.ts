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
 * Endpoints for signed checkpoints and for the proofs of receipts. With these, outsiders can verify the log
 * (rule:log-is-checkpointed, rule:receipts-are-proven).
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
      'The checkpoints contain hashes, sizes, times and signatures, and nothing else. Anyone who saves them can later find out whether the log was rewritten.',
    access: 'everybody',
    query: CheckpointListQuery,
    answers: { 200: json('The checkpoints whose trees have more leaves than `after`', checkpointListSchema) },
  })
  async list(@Query() { after = -1, limit }: CheckpointListQuery): Promise<CheckpointListView> {
    return { items: await this.queries.ask(new ListCheckpoints(after, limit)) };
  }

  @Get('receipts/:eventHash')
  @Describe({
    id: 'proveReceipt',
    tag: 'Verification',
    summary: 'Prove that an event is in the log, by the first checkpoint that covers it',
    details:
      'The answer is 404 `not_found` while no checkpoint covers the event. `Retry-After` then says when to try again.',
    access: 'everybody',
    path: { eventHash: { type: 'string' } },
    answers: { 200: json('The checkpoint and the proof', receiptProofSchema) },
    problems: ['not_found'],
  })
  prove(@Param('eventHash') eventHash: string): Promise<ReceiptProofView> {
    return this.queries.ask(new ProveReceipt(eventHash));
  }
}

/** Endpoints for the checkpoints and verifications that admin and auditor request (rule:log-is-verified). */
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
    details: 'If the log has no new event since the last checkpoint, the answer is that checkpoint.',
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
    details: 'An erased NDA can be verified, too. The auditor may make this call, too.',
    access: 'admin',
    path: { id: { type: 'string', format: 'uuid' } },
    answers: { 200: json('The verdict, and the first damaged place if there is one', logVerdictSchema) },
  })
  verify(@Param('id', UuidParam) id: string): Promise<LogVerdictView> {
    return this.queries.ask(new VerifyNda(id));
  }
}
