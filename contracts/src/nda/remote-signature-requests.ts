import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { LANGUAGES, type Language, SIGNATURE_KINDS, type SignatureKind } from '../enums.js';
import { withMessage, SHA256_HEX } from '../validation/rules.js';

/**
 * `POST /api/remote-signature/{token}/sign`. The signature is optional in this request, because the domain
 * refuses a missing, short or blank signature (422 `invalid_signature`).
 */
export class RemoteSignRequest {
  @IsOptional()
  @IsString(withMessage('validation.signature'))
  signature?: string;

  /**
   * How the signature was made. If this member is absent, the evidence says that the kind was not reported.
   */
  @IsOptional()
  @IsIn(SIGNATURE_KINDS, withMessage('validation.invalid'))
  signatureKind?: SignatureKind;

  /** Language in which the screen showed the consent. */
  @IsOptional()
  @IsIn(LANGUAGES, withMessage('validation.invalid'))
  consentLanguage?: Language;

  /** SHA-256, hexadecimal, of the document on the screen (rule:signed-is-what-was-seen). */
  @IsOptional()
  @Matches(SHA256_HEX, withMessage('validation.invalid'))
  agreementHash?: string;
}

/**
 * `POST /api/remote-signature/{token}/create-payment-intent`. The link decides whose share is paid
 * (rule:price).
 */
export class ShareIntentRequest {
  @IsOptional()
  @IsIn(['2'], withMessage('validation.invalid'))
  partyNumber?: '2';

  @IsOptional()
  @IsIn(['split'], withMessage('validation.invalid'))
  paymentMode?: 'split';
}
