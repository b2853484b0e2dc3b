import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { LANGUAGES, type Language, SIGNATURE_KINDS, type SignatureKind } from '../enums.js';
import { says, SHA256_HEX } from '../validation/rules.js';

/**
 * `POST /api/remote-signature/{token}/sign`. A signature that is missing, short or blank is the domain's to refuse
 * (422 `invalid_signature`), so it may be absent here.
 */
export class RemoteSignRequest {
  @IsOptional()
  @IsString(says('validation.signature'))
  signature?: string;

  /** How it came about; evidence says of an absent one that it was not told. */
  @IsOptional()
  @IsIn(SIGNATURE_KINDS, says('validation.invalid'))
  signatureKind?: SignatureKind;

  /** The language in which the consent stood on the screen. */
  @IsOptional()
  @IsIn(LANGUAGES, says('validation.invalid'))
  consentLanguage?: Language;

  /** SHA-256, hexadecimal, of the document that was on the screen (rule:signed-is-what-was-seen). */
  @IsOptional()
  @Matches(SHA256_HEX, says('validation.invalid'))
  agreementHash?: string;
}

/** `POST /api/remote-signature/{token}/create-payment-intent`: the link says whose share it is (rule:price). */
export class ShareIntentRequest {
  @IsOptional()
  @IsIn(['2'], says('validation.invalid'))
  partyNumber?: '2';

  @IsOptional()
  @IsIn(['split'], says('validation.invalid'))
  paymentMode?: 'split';
}
