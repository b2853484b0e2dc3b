/**
 * The changes that somebody with write access to rows can make, each with the message for the log. A kind is
 * also a label of `siegel_tampering_found_total`. To add a kind, add a line here and nowhere else.
 */
export const TAMPERING_KINDS = {
  certificate:
    "a row of seal_certificates names a certificate as this service's, but no event of the document's stream names it",
  checkpoint: 'a checkpoint of the log was changed, or no key of this service signed it',
  checkpoint_behind:
    'the newest checkpoint of the log in the database does not continue the one that this backend kept',
  erasure_line:
    'a line in the list of erasures has no valid signature, or names a key that is not the key of its stream',
  event_missing: "the log's tree contains an event that is not in the event store",
  event:
    'an event of a stream is not authenticated: it was altered, inserted or moved, or an event before it is missing',
  evidence: 'the evidence in a document differs from its stream, although a row lists the document as sealed',
  forked: 'two events were recorded at the same place of a stream',
  invitation_token: 'an event invites with a token that does not belong to its link',
  job_without_cause: 'a job names a cause that its stream does not contain',
  key_without_erasure: 'a key is marked as destroyed, but no event calls for its destruction',
  leaf_without_event: "a leaf of the log's tree belongs to no event, or to another event",
  log: 'the log differs from its tree: an event is missing, was replaced, or is in another place',
  pass_progress: 'the stored progress of a verification of the log was changed',
  row: 'a row of a read model differs from its stream',
  session: 'a row of a session was changed, or was put back after the session ended',
  stream_begun_again: 'a stream without events was to begin again, although it had events before',
  stored_file: 'a stored document or signature is missing, or differs from the hash in its event',
  tree: "the log's tree does not give the root that was signed",
  tree_seal: "the size or the edge of the log's tree has no MAC of this service, or the tree does not fit it",
} as const;

export type TamperingKind = keyof typeof TAMPERING_KINDS;
