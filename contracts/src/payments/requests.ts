import { IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { PAY_CONSENT_WORDINGS, type PayConsentWording } from '../agreement/consent.js';
import { type Language, LANGUAGES, type PartyNumber } from '../enums.js';
import { Trimmed, UpperCased } from '../validation/rules.js';
import type { ValidationKey } from '../validation-messages.js';

const withMessage = (message: ValidationKey): { message: ValidationKey } => ({ message });
/**
 * Longer than any provider's ids and any voucher code. The limit refuses invalid input before it reaches a
 * provider.
 */
const ID_MAX = 255;
const CODE_MAX = 64;
const CARD_FIELD_MAX = 32;

/**
 * `POST /api/ndas/{id}/create-payment-intent`. `paymentMode` has no effect, because the flags of the NDA
 * decide the amount (rule:price).
 */
export class CreatePaymentIntentRequest {
  @IsIn(['1'], withMessage('validation.invalid'))
  partyNumber: '1';

  @IsIn(['split'], withMessage('validation.invalid'))
  paymentMode: 'split';
}

/** `POST /api/ndas/{id}/apply-voucher`. */
export class ApplyVoucherRequest {
  @UpperCased(CODE_MAX)
  @IsString(withMessage('validation.voucherCode.required'))
  @IsNotEmpty(withMessage('validation.voucherCode.required'))
  @MaxLength(CODE_MAX, withMessage('validation.invalid'))
  voucherCode: string;

  @IsOptional()
  @IsIn(['1', '2'], withMessage('validation.invalid'))
  partyNumber?: PartyNumber;
}

/**
 * `POST …/payment-consent`: the version and the language of the text that was shown above the pressed button
 * (rule:consent-when-given).
 */
export class PaymentConsentRequest {
  @Trimmed(ID_MAX)
  @IsString(withMessage('validation.required'))
  @IsNotEmpty(withMessage('validation.required'))
  @MaxLength(ID_MAX, withMessage('validation.invalid'))
  paymentIntentId: string;

  @IsIn(PAY_CONSENT_WORDINGS, withMessage('validation.invalid'))
  wording: PayConsentWording;

  @IsIn(LANGUAGES, withMessage('validation.invalid'))
  language: Language;

  /**
   * Must be true. The person thereby consents to the service beginning before the withdrawal period ends (§
   * 356 (4) BGB).
   */
  @IsIn([true], withMessage('validation.invalid'))
  earlyPerformance: true;
}

/** `POST /api/ndas/{id}/confirm-payment`. */
export class ConfirmPaymentRequest {
  @Trimmed(ID_MAX)
  @IsString(withMessage('validation.required'))
  @IsNotEmpty(withMessage('validation.required'))
  @MaxLength(ID_MAX, withMessage('validation.invalid'))
  paymentIntentId: string;
}

/**
 * `POST /api/sandbox/payments/{clientSecret}/confirm`. Validation refuses missing card details. The provider
 * refuses wrong card details (402).
 */
export class SandboxConfirmRequest {
  @Trimmed(CARD_FIELD_MAX)
  @IsString(withMessage('validation.card'))
  @IsNotEmpty(withMessage('validation.card'))
  @MaxLength(CARD_FIELD_MAX, withMessage('validation.invalid'))
  cardNumber: string;

  @Trimmed(CARD_FIELD_MAX)
  @IsString(withMessage('validation.card'))
  @IsNotEmpty(withMessage('validation.card'))
  @MaxLength(CARD_FIELD_MAX, withMessage('validation.invalid'))
  expiry: string;

  @Trimmed(CARD_FIELD_MAX)
  @IsString(withMessage('validation.card'))
  @IsNotEmpty(withMessage('validation.card'))
  @MaxLength(CARD_FIELD_MAX, withMessage('validation.invalid'))
  cvc: string;

  /** True when the cardholder has passed the bank's extra check. */
  @IsOptional()
  @IsBoolean(withMessage('validation.invalid'))
  authenticated?: boolean;
}
