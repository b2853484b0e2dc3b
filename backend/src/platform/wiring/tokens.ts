/** The injection tokens for the parts that `InfrastructureModule` (app/) provides to every module. */
export const CLOCK = Symbol('Clock');
export const CONFIG = Symbol('Config');
export const LOGGER = Symbol('Logger');
export const METRICS = Symbol('Metrics');
/** The `Tampering` reporter. It reports data that this service did not write (rule:tampering-is-told). */
export const TAMPERING = Symbol('Tampering');
export const TRACING = Symbol('Tracing');
/** A `pg` pool for requests that also read and write outside of the event store. */
export const POOL = Symbol('Pool');
/**
 * A pool for background work that events trigger. It is separate from `POOL`, so that jobs do not delay
 * requests and requests do not delay jobs.
 */
export const BACKGROUND_POOL = Symbol('BackgroundPool');
export const DATA_SOURCE = Symbol('DataSource');
/** The event log as stored. Only code that verifies it reads it; everything else reads `TRUSTED_LOG`. */
export const EVENT_STORE = Symbol('EventStore');
/** The authenticated event log (rule:log-is-authenticated). */
export const TRUSTED_LOG = Symbol('TrustedLog');
/** The knowledge of the process about the log's tree, independent of the database (rule:tree-is-sealed). */
export const TREE_TRUST = Symbol('TreeTrust');
/** The operator's records about closed streams, in memory. */
export const TRUST_RECORDS = Symbol('TrustRecords');
export const JOURNAL = Symbol('Journal');
export const VAULT = Symbol('Vault');
export const BLOBS = Symbol('BlobStore');
export const BACKGROUND_BLOBS = Symbol('BackgroundBlobStore');
export const KEYED_HASH = Symbol('KeyedHash');
export const LINK_TOKENS = Symbol('LinkTokens');
/** A function that throws if nothing may currently be appended to the event log (rule:clocks-agree). */
export const MAY_RECORD = Symbol('MayRecord');
export const SEARCH_KEYS = Symbol('SearchKeys');
/** Digests of the current passwords of the roles (rule:sessions-end). */
export const PASSWORD_DIGESTS = Symbol('PasswordDigests');
export const RECEIPTS = Symbol('Receipts');
export const READ_YOUR_WRITES = Symbol('ReadYourWrites');
/** Seals PDFs with the operator's certificate (rule:sealed-by-the-operator). */
export const SEAL = Symbol('Seal');
export const SEAL_TRUST = Symbol('SealTrust');
