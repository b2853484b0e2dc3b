import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { pemOf } from '../pades/pem.js';
import { VERIFICATION_PARTS, type ServedVerification } from './tokens.js';
import { type Verification, verifyDocument } from './verify-document.js';

/** Verifies whether a file is authentic, and gives reasons. The file is not kept. */
export class VerifyDocument extends Query<Verification> {
  constructor(readonly file: Buffer) {
    super();
  }
}

@QueryHandler(VerifyDocument)
export class VerifyDocumentHandler implements IQueryHandler<VerifyDocument> {
  constructor(@Inject(VERIFICATION_PARTS) private readonly parts: ServedVerification) {}

  execute({ file }: VerifyDocument) {
    return verifyDocument(file, this.parts);
  }
}

/** Returns the PEM of every certificate that ever sealed, including the current one. */
export class ReadSealCertificates extends Query<string> {}

@QueryHandler(ReadSealCertificates)
export class ReadSealCertificatesHandler implements IQueryHandler<ReadSealCertificates> {
  constructor(@Inject(VERIFICATION_PARTS) private readonly parts: ServedVerification) {}

  async execute() {
    return (await this.parts.certificates()).map(pemOf).join('');
  }
}
