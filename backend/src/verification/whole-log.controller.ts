import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  logVerificationSchema,
  type LogVerificationView,
  signingKeyListSchema,
  type SigningKeyListView,
  verificationBegunSchema,
  type VerificationBegunView,
} from '@siegel/contracts/verification/whole-log';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { Roles } from '../http/callers/role.guard.js';
import { BeginVerification, ListSigningKeys, ReadVerification } from './whole-log.queries.js';

/** The verification of the whole log while the service is in use (rule:log-is-verified). */
@Controller('api/audit/verify')
@Roles('admin', 'auditor')
export class WholeLogController {
  constructor(private readonly queries: Queries) {}

  @Post()
  @HttpCode(202)
  @Describe({
    id: 'beginVerification',
    tag: 'Administration',
    summary: 'Begin the verification of the whole log',
    details: 'Where one is under way, that one goes on. The auditor may ask as well.',
    access: 'admin',
    answers: { 202: json('It is under way', verificationBegunSchema) },
  })
  async begin(): Promise<VerificationBegunView> {
    const { state } = await this.queries.ask(new BeginVerification());
    return { state };
  }

  @Get()
  @Describe({
    id: 'readVerification',
    tag: 'Administration',
    summary: 'How far the verification of the whole log is, or how the last one ended',
    details: 'One that broke off is begun anew by the next call to begin. The auditor may ask as well.',
    access: 'admin',
    answers: { 200: json('Progress, and the first place that is not as it was met', logVerificationSchema) },
  })
  read(): Promise<LogVerificationView> {
    return this.queries.ask(new ReadVerification());
  }
}

/** The public keys for verifying receipts and checkpoints (rule:signing-keys-are-public). */
@Controller('api/verify/keys')
export class SigningKeysController {
  constructor(private readonly queries: Queries) {}

  @Get()
  @Describe({
    id: 'listSigningKeys',
    tag: 'Verification',
    summary: 'The public keys of receipts and checkpoints, past ones included',
    details: 'Keep them while you trust the operator: a key that is given later may be another one.',
    access: 'everybody',
    answers: { 200: json('Oldest first', signingKeyListSchema) },
  })
  async list(): Promise<SigningKeyListView> {
    return { items: await this.queries.ask(new ListSigningKeys()) };
  }
}
