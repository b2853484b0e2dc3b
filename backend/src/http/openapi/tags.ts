/** The chapters of the API's description, in the order of the page. */
export const TAGS = {
  Agreement:
    'The calls of Party 1 for an NDA, from the draft to the signed PDF. The cookie that the creation sets opens the NDA.',
  Invitation: 'The calls with which Party 1 invites Party 2 to sign through a link, and corrects addresses.',
  Payment: 'The payments of Party 1, by card at the payment provider or with a voucher.',
  'Signing page': 'The calls of Party 2 through its link, without a login.',
  Verification:
    'The check of documents and receipts, and the keys, certificates and checkpoints for it. No login is needed.',
  Site: 'The operator and functions of this installation, the reports of its pages, and withdrawals.',
  Webhooks: 'The reports of providers. Each call is authenticated by its signature, not by a login.',
  Administration: 'The calls of admin and auditor: login, NDAs, vouchers, obligations, evidence and figures.',
  Service: 'Liveness, readiness, metrics and this description.',
} as const;

export type Tag = keyof typeof TAGS;
