/**
 * Changes that somebody with write access to rows can make, each with the message for the log. A kind is a
 * label of `siegel_tampering_found_total`; to add one, add a line here and nowhere else.
 */
export const TAMPERING_KINDS = {
  certificate: 'a row calls a certificate one of ours, and no event of the stream names it',
  checkpoint: 'a checkpoint of the log was changed, or is none that this service signed',
  erasure_line: 'a line of the list of erasures is not signed, or no event calls for what it says',
  evidence: 'a document says otherwise than its stream, though a row calls it sealed',
  invitation_token: "an invitation's token is not the one that its link stands for",
  job_without_cause: 'a job names a cause that its stream does not have',
  key_without_erasure: 'a key is marked as destroyed, and no event calls for that',
  leaf_without_event: "a leaf of the log's tree is of no event, or of another one",
  row: 'a row says otherwise than its stream',
  session: 'a session does not prove itself, or had ended',
  tree: "the log's tree is not the one that was signed",
} as const;

export type TamperingKind = keyof typeof TAMPERING_KINDS;
