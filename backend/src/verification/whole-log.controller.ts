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

/** Endpoints for verifying the whole log while the service is in use (rule:log-is-verified). */
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
    details:
      'If a verification is already running, it continues, and no second one begins. The auditor may make this call, too.',
    access: 'admin',
    answers: { 202: json('The verification is running', verificationBegunSchema) },
  })
  async begin(): Promise<VerificationBegunView> {
    const { state } = await this.queries.ask(new BeginVerification());
    return { state };
  }

  @Get()
  @Describe({
    id: 'readVerification',
    tag: 'Administration',
    summary: 'Read the progress of the verification of the whole log, or the result of the last one',
    details:
      'If a verification broke off, call `beginVerification` to begin a new one. The auditor may make this call, too.',
    access: 'admin',
    answers: { 200: json('The progress, and the first damaged place', logVerificationSchema) },
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
    summary: 'List the public keys of receipts and checkpoints, earlier ones included',
    details:
      'Save the keys while you trust the operator, because the operator could publish a different key later.',
    access: 'everybody',
    answers: { 200: json('The keys, oldest first', signingKeyListSchema) },
  })
  async list(): Promise<SigningKeyListView> {
    return { items: await this.queries.ask(new ListSigningKeys()) };
  }
}
