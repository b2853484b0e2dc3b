import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  MinLength,
} from 'class-validator';
import {
  DURATIONS,
  type Duration,
  GEOGRAPHIC_SCOPES,
  type GeographicScope,
  LANGUAGES,
  type Language,
  type PartyNumber,
  type PenaltyClause,
  SIGNATURE_MODES,
  type SignatureMode,
} from '../enums.js';
import { RemoteSignRequest } from './remote-signature-requests.js';
import { MANY_LINES } from '../validation/lines.js';
import { IsPenaltyClause, withMessage, Trimmed, TrimmedOrAbsent } from '../validation/rules.js';
import { TERM_FIELDS } from './term-fields.js';
import { TermText } from './term-rules.js';

const UUID_LENGTH = 36;
const DESCRIPTION = TERM_FIELDS.ideaDescription;

/** `POST /api/ndas`. An optional text that the request leaves out stays undefined. */
export class CreateNdaRequest {
  @TermText ideaTitle: string;
  @TermText ideaDescription: string;
  @TermText party1Name: string;
  @TermText party1Email: string;
  @TermText party1Company?: string;
  @TermText party2Name: string;
  @TermText party2Email: string;
  @TermText party2Company?: string;

  @IsIn(DURATIONS, withMessage('validation.duration'))
  duration: Duration;

  @IsIn(GEOGRAPHIC_SCOPES, withMessage('validation.geographicScope'))
  geographicScope: GeographicScope;

  @TermText permittedDisclosures?: string;

  @IsPenaltyClause()
  penaltyClause: PenaltyClause;

  @Transform(({ value }: { value: unknown }) => value ?? true)
  @IsBoolean(withMessage('validation.invalid'))
  returnOfMaterials: boolean = true;

  @Transform(({ value }: { value: unknown }) => value ?? 'de')
  @IsIn(LANGUAGES, withMessage('validation.invalid'))
  language: Language = 'de';

  /**
   * Id of the unsigned draft that this draft replaces. Both drafts have the same creator
   * (rule:changed-draft-replaces).
   */
  @TrimmedOrAbsent(UUID_LENGTH)
  @IsOptional()
  @IsUUID(undefined, withMessage('validation.invalid'))
  replaces?: string;
}

/**
 * `POST /api/ndas/{id}/sign`. The signature is optional in this request, because the domain refuses a
 * missing, short or blank signature (422 `invalid_signature`).
 */
export class SignRequest extends RemoteSignRequest {
  @IsIn(['1', '2'], withMessage('validation.invalid'))
  partyNumber: PartyNumber;

  @IsOptional()
  @IsIn(SIGNATURE_MODES, withMessage('validation.invalid'))
  signatureMode?: SignatureMode;

  @IsOptional()
  @IsBoolean(withMessage('validation.invalid'))
  party1PaysForBoth?: boolean;
}

/** `PATCH /api/ndas/{id}/party2-email`. */
export class CorrectParty2AddressRequest {
  @TermText party2Email: string;
}

/** `PATCH /api/ndas/{id}/party1-email`. */
export class CorrectParty1AddressRequest {
  @TermText party1Email: string;
}

/** `POST /api/optimize-description`. */
export class OptimizeDescriptionRequest {
  @Trimmed(DESCRIPTION.max)
  @IsString(withMessage('validation.description.min'))
  @MinLength(DESCRIPTION.min, withMessage('validation.description.min'))
  @MaxLength(DESCRIPTION.max, withMessage('validation.description.max'))
  @Matches(MANY_LINES, withMessage('validation.characters'))
  description: string;

  @IsIn(LANGUAGES, withMessage('validation.invalid'))
  language: Language;
}
