import { IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength, MinLength } from 'class-validator';
import {
  NDA_STATUSES,
  type NdaStatus,
  OBLIGATION_GROUPS,
  OBLIGATION_KINDS,
  type ObligationGroup,
  type ObligationKind,
  VOUCHER_STATES,
  type VoucherState,
} from '../enums.js';
import {
  NDA_PAGE_SIZE,
  OBLIGATION_NOTE_MAX,
  OBLIGATION_PAGE_SIZE,
  READING_PAGE_SIZE,
  VOUCHER_CATEGORY_DEFAULT,
  VOUCHER_PAGE_SIZE,
  VOUCHER_RECIPIENT_MAX,
} from '../limits.js';
import { PageQuery, SearchPageQuery } from '../validation/listing.js';
import { ONE_LINE } from '../validation/lines.js';
import { withMessage, TrimmedOrAbsent } from '../validation/rules.js';

export const PASSWORD_MAX = 200;
/** Each category has its own period of validity (rule:voucher-valid-ten-days). */
export const VOUCHER_CATEGORIES = [VOUCHER_CATEGORY_DEFAULT] as const;

/** `POST /api/admin/login` */
export class LoginRequest {
  @IsString(withMessage('validation.required'))
  @MinLength(1, withMessage('validation.required'))
  @MaxLength(PASSWORD_MAX, withMessage('validation.invalid'))
  password: string;
}

/** Sort orders: `-created` is newest first. */
export const NDA_ORDERS = ['-created', 'created'] as const;
export type NdaOrder = (typeof NDA_ORDERS)[number];

/**
 * `GET /api/admin/ndas?page&pageSize&search&status&sort`. The search matches parts of titles, names and
 * e-mail addresses, and whole ids and order numbers.
 */
export class NdaListQuery extends SearchPageQuery {
  override pageSize: number = NDA_PAGE_SIZE;

  @IsOptional()
  @IsIn(NDA_STATUSES, withMessage('validation.invalid'))
  status?: NdaStatus;

  @IsOptional()
  @IsIn(NDA_ORDERS, withMessage('validation.invalid'))
  sort: NdaOrder = '-created';
}

/** `GET /api/audit/ndas/{id}/readings?page&pageSize` */
export class ReadingListQuery extends PageQuery {
  override pageSize: number = READING_PAGE_SIZE;
}

/**
 * `GET /api/admin/vouchers?page&pageSize&search&status`. The search matches whole codes and parts of
 * recipients' names.
 */
export class VoucherListQuery extends SearchPageQuery {
  override pageSize: number = VOUCHER_PAGE_SIZE;

  @IsOptional()
  @IsIn(VOUCHER_STATES, withMessage('validation.invalid'))
  status?: VoucherState;
}

/** `PATCH /api/admin/vouchers/{id}/recipient`. An empty name removes the name. */
export class NameVoucherRecipientRequest {
  @TrimmedOrAbsent(VOUCHER_RECIPIENT_MAX)
  @IsOptional()
  @IsString(withMessage('validation.text'))
  @MaxLength(VOUCHER_RECIPIENT_MAX, withMessage('validation.name.max'))
  @Matches(ONE_LINE, withMessage('validation.oneLine'))
  recipientName?: string;
}

/** `POST /api/admin/vouchers`. Every field is optional. */
export class IssueVoucherRequest extends NameVoucherRecipientRequest {
  @IsOptional()
  @IsIn(VOUCHER_CATEGORIES, withMessage('validation.invalid'))
  category?: string;
}

/** `GET /api/admin/obligations?page&pageSize&kind&group&ndaId` */
export class ObligationListQuery extends PageQuery {
  override pageSize: number = OBLIGATION_PAGE_SIZE;

  @IsOptional()
  @IsIn(OBLIGATION_KINDS, withMessage('validation.invalid'))
  kind?: ObligationKind;

  @IsOptional()
  @IsIn(OBLIGATION_GROUPS, withMessage('validation.invalid'))
  group?: ObligationGroup;

  @IsOptional()
  @IsUUID('all', withMessage('validation.invalid'))
  ndaId?: string;
}

/** `POST /api/admin/obligations/{id}/close`. The note is optional. */
export class CloseObligationRequest {
  @TrimmedOrAbsent(OBLIGATION_NOTE_MAX)
  @IsOptional()
  @IsString(withMessage('validation.text'))
  @MaxLength(OBLIGATION_NOTE_MAX, withMessage('validation.invalid'))
  note?: string;
}
