/** The chapters of the description, in the order in which the page shows them. */
export const TAGS = {
  Agreement:
    'What Party 1 does with an NDA: from the draft to the signed PDF. The cookie of the creation opens it.',
  Invitation: 'How Party 1 lets Party 2 sign from anywhere, and where its mails go.',
  Payment: 'What Party 1 pays: by card at the provider, or with a voucher.',
  'Signing page': 'What Party 2 does through its link, without a login.',
  Verification: 'Anybody may have a document checked.',
  Site: 'Who operates this installation, and what its pages report.',
  Webhooks: 'What providers report. Each call proves itself by its signature, not by a login.',
  Administration: 'Login of admin and auditor, and vouchers.',
  Service: 'Liveness, readiness, metrics and this description.',
} as const;

export type Tag = keyof typeof TAGS;
