export type CmsProblem =
  | 'unreadable'
  | 'not_one_signer'
  | 'certificate_missing'
  | 'weak_algorithm'
  | 'attributes_missing'
  | 'content_changed'
  | 'other_certificate'
  | 'signature_invalid';

/** The CMS cannot be parsed, or its signature is not valid. */
export class CmsInvalid extends Error {
  constructor(
    readonly problem: CmsProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
    this.name = 'CmsInvalid';
  }
}
