import { IsIn, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { type Hand, HANDS, NAME_MAX } from '../limits.js';
import { namedObject, textWith, type ViewOf } from '../schema.js';
import { ONE_LINE } from '../validation/lines.js';
import { withMessage, Trimmed } from '../validation/rules.js';

/**
 * `POST /api/signatures/typed`. The service refuses a name with a character that no handwriting font has (422
 * `invalid_signature`).
 */
export class TypedNameRequest {
  @Trimmed(NAME_MAX)
  @IsString(withMessage('validation.required'))
  @MinLength(1, withMessage('validation.required'))
  @MaxLength(NAME_MAX, withMessage('validation.name.max'))
  @Matches(ONE_LINE, withMessage('validation.oneLine'))
  name: string;

  @IsIn(HANDS, withMessage('validation.invalid'))
  style: Hand;
}

export const typedNameSchema = namedObject('TypedName', {
  signature: textWith({
    pattern: '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$',
    description: 'A PNG as a data URL, in the form that the calls for signing accept',
  }),
});
/** The response. It contains the picture of the signature with which the person will sign. */
export interface TypedNameView extends ViewOf<typeof typedNameSchema> {}
