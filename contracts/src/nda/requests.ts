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
import {
  COMPANY_MAX,
  DESCRIPTION_MAX,
  DESCRIPTION_MIN,
  EMAIL_MAX,
  NAME_MAX,
  NAME_MIN,
  PERMITTED_DISCLOSURES_MAX,
  TITLE_MAX,
  TITLE_MIN,
} from '../limits.js';
import { Printable } from '../validation/printable.js';
import {
  IsEmailAddress,
  IsPenaltyClause,
  MANY_LINES,
  ONE_LINE,
  SHA256_HEX,
  Trimmed,
  TrimmedOrAbsent,
} from '../validation/rules.js';
import type { ValidationKey } from '../validation-messages.js';

const says = (message: ValidationKey): { message: ValidationKey } => ({ message });

/** `POST /api/ndas` (rule:lengths-of-fields). Absent optional texts stay undefined. */
export class CreateNdaRequest {
  @Trimmed()
  @IsString(says('validation.title.min'))
  @MinLength(TITLE_MIN, says('validation.title.min'))
  @MaxLength(TITLE_MAX, says('validation.title.max'))
  @Matches(ONE_LINE, says('validation.oneLine'))
  @Printable()
  ideaTitle: string;

  @Trimmed()
  @IsString(says('validation.description.min'))
  @MinLength(DESCRIPTION_MIN, says('validation.description.min'))
  @MaxLength(DESCRIPTION_MAX, says('validation.description.max'))
  @Matches(MANY_LINES, says('validation.characters'))
  @Printable()
  ideaDescription: string;

  @Trimmed()
  @IsString(says('validation.name.min'))
  @MinLength(NAME_MIN, says('validation.name.min'))
  @MaxLength(NAME_MAX, says('validation.name.max'))
  @Matches(ONE_LINE, says('validation.oneLine'))
  @Printable()
  party1Name: string;

  @Trimmed()
  @IsEmailAddress()
  @Printable()
  @MaxLength(EMAIL_MAX, says('validation.email.max'))
  party1Email: string;

  @TrimmedOrAbsent()
  @IsOptional()
  @IsString(says('validation.text'))
  @MaxLength(COMPANY_MAX, says('validation.company.max'))
  @Matches(ONE_LINE, says('validation.oneLine'))
  @Printable()
  party1Company?: string;

  @Trimmed()
  @IsString(says('validation.name.min'))
  @MinLength(NAME_MIN, says('validation.name.min'))
  @MaxLength(NAME_MAX, says('validation.name.max'))
  @Matches(ONE_LINE, says('validation.oneLine'))
  @Printable()
  party2Name: string;

  @Trimmed()
  @IsEmailAddress()
  @Printable()
  @MaxLength(EMAIL_MAX, says('validation.email.max'))
  party2Email: string;

  @TrimmedOrAbsent()
  @IsOptional()
  @IsString(says('validation.text'))
  @MaxLength(COMPANY_MAX, says('validation.company.max'))
  @Matches(ONE_LINE, says('validation.oneLine'))
  @Printable()
  party2Company?: string;

  @IsIn(DURATIONS, says('validation.duration'))
  duration: Duration;

  @IsIn(GEOGRAPHIC_SCOPES, says('validation.geographicScope'))
  geographicScope: GeographicScope;

  @TrimmedOrAbsent()
  @IsOptional()
  @IsString(says('validation.text'))
  @MaxLength(PERMITTED_DISCLOSURES_MAX, says('validation.permittedDisclosures.max'))
  @Matches(MANY_LINES, says('validation.characters'))
  @Printable()
  permittedDisclosures?: string;

  @IsPenaltyClause()
  penaltyClause: PenaltyClause;

  @Transform(({ value }: { value: unknown }) => value ?? true)
  @IsBoolean(says('validation.invalid'))
  returnOfMaterials: boolean = true;

  @Transform(({ value }: { value: unknown }) => value ?? 'de')
  @IsIn(LANGUAGES, says('validation.invalid'))
  language: Language = 'de';

  /** An unsigned draft of the same creator that this one takes the place of (rule:changed-draft-replaces). */
  @TrimmedOrAbsent()
  @IsOptional()
  @IsUUID(undefined, says('validation.invalid'))
  replaces?: string;
}

/**
 * `POST /api/ndas/{id}/sign`. A signature that is missing, short or blank is the domain's to refuse (422
 * `invalid_signature`), so it may be absent here.
 */
export class SignRequest {
  @IsIn(['1', '2'], says('validation.invalid'))
  partyNumber: PartyNumber;

  @IsOptional()
  @IsString(says('validation.signature'))
  signature?: string;

  @IsOptional()
  @IsIn(SIGNATURE_MODES, says('validation.invalid'))
  signatureMode?: SignatureMode;

  @IsOptional()
  @IsBoolean(says('validation.invalid'))
  party1PaysForBoth?: boolean;

  /** SHA-256, hexadecimal, of the document that was on the screen (rule:signed-is-what-was-seen). */
  @IsOptional()
  @Matches(SHA256_HEX, says('validation.invalid'))
  agreementHash?: string;
}

/** `POST /api/optimize-description`. */
export class OptimizeDescriptionRequest {
  @Trimmed()
  @IsString(says('validation.description.min'))
  @MinLength(DESCRIPTION_MIN, says('validation.description.min'))
  @MaxLength(DESCRIPTION_MAX, says('validation.description.max'))
  @Matches(MANY_LINES, says('validation.characters'))
  description: string;

  @IsIn(LANGUAGES, says('validation.invalid'))
  language: Language;
}
