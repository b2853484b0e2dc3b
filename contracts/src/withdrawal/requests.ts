import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { NAME_MAX, WITHDRAWAL_MESSAGE_MAX, WITHDRAWAL_REFERENCE_MAX } from '../limits.js';
import { TERM_FIELDS } from '../nda/term-fields.js';
import { MANY_LINES, ONE_LINE } from '../validation/lines.js';
import {
  IsEmailAddress,
  withMessage,
  Trimmed,
  TrimmedAddress,
  TrimmedOrAbsent,
} from '../validation/rules.js';

const EMAIL_MAX = TERM_FIELDS.party1Email.max;

/**
 * `POST /api/withdrawals`: withdraws from a contract. The service does not ask for a reason
 * (rule:withdrawal).
 */
export class WithdrawalRequest {
  @Trimmed(NAME_MAX)
  @IsString(withMessage('validation.required'))
  @MinLength(1, withMessage('validation.required'))
  @MaxLength(NAME_MAX, withMessage('validation.name.max'))
  @Matches(ONE_LINE, withMessage('validation.oneLine'))
  name: string;

  /** Address to which the receipt is sent. */
  @TrimmedAddress(EMAIL_MAX)
  @IsEmailAddress(EMAIL_MAX)
  @MaxLength(EMAIL_MAX, withMessage('validation.email.max'))
  email: string;

  /**
   * The order's number, or any other text that names the contract. The service accepts the text even if it
   * knows no such order.
   */
  @Trimmed(WITHDRAWAL_REFERENCE_MAX)
  @IsString(withMessage('validation.required'))
  @MinLength(1, withMessage('validation.required'))
  @MaxLength(WITHDRAWAL_REFERENCE_MAX, withMessage('validation.reference.max'))
  @Matches(ONE_LINE, withMessage('validation.oneLine'))
  reference: string;

  @TrimmedOrAbsent(WITHDRAWAL_MESSAGE_MAX)
  @IsOptional()
  @IsString(withMessage('validation.text'))
  @MaxLength(WITHDRAWAL_MESSAGE_MAX, withMessage('validation.message.max'))
  @Matches(MANY_LINES, withMessage('validation.characters'))
  message?: string;
}
