/** Injection tokens of what `InfrastructureModule` (app/) provides to every module. */
export const CLOCK = Symbol('Clock');
export const CONFIG = Symbol('Config');
export const LOGGER = Symbol('Logger');
export const METRICS = Symbol('Metrics');
/** The `Tampering` to which is told what nobody of ours wrote (rule:tampering-is-told). */
export const TAMPERING = Symbol('Tampering');
/** The `Tracing` through which spans are recorded. */
export const TRACING = Symbol('Tracing');
/** A `pg` Pool for what requests read and write beside the event store. */
export const POOL = Symbol('Pool');
/** The same for what follows from facts: jobs must not hold up requests, nor these the jobs. */
export const BACKGROUND_POOL = Symbol('BackgroundPool');
export const DATA_SOURCE = Symbol('DataSource');
export const EVENT_STORE = Symbol('EventStore');
export const JOURNAL = Symbol('Journal');
export const VAULT = Symbol('Vault');
export const BLOBS = Symbol('BlobStore');
export const BACKGROUND_BLOBS = Symbol('BackgroundBlobStore');
export const KEYED_HASH = Symbol('KeyedHash');
export const LINK_TOKENS = Symbol('LinkTokens');
/** Throws where nothing new may be recorded now (rule:clocks-agree). */
export const MAY_RECORD = Symbol('MayRecord');
export const SEARCH_KEYS = Symbol('SearchKeys');
/** What the passwords of the roles are recognised by (rule:sessions-end). */
export const PASSWORD_DIGESTS = Symbol('PasswordDigests');
export const RECEIPTS = Symbol('Receipts');
export const READ_YOUR_WRITES = Symbol('ReadYourWrites');
/** Seals PDFs with the operator's certificate (rule:sealed-by-the-operator). */
export const SEAL = Symbol('Seal');
export const SEAL_TRUST = Symbol('SealTrust');
