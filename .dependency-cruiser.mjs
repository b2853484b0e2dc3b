/**
 * The house rules on who may import whom (docs/architecture.md), as patterns rather than lists.
 *
 * Kinds of backend folders, each of which may import what stands below it:
 * - `app` and `cli` put the parts together; `backend/testing` and `backend/bench` try them, and specs use the former.
 * - READ (party1, signing-page, typed-name, withdrawals, vouchers, admin, analytics, audit, site, verification,
 *   obligations), REACT (invitations, delivery, erasure).
 * - STORED (agreements: the one row of each agreement), ACTS (signatures: what both parties' calls do), OUTSIDE (payments, assistant, mail).
 * - WRITE (nda, voucher, and the models of audit and withdrawals).
 * - `bus` (the one way in for commands and queries) and `http` (the edge).
 * - `proof`, which proves the log and stands on the next.
 * - `eventsourcing`, then `vault`, `pades` and `signature-image`.
 * - `platform`, which holds no domain word.
 */
const WRITE = 'nda|voucher|audit/model|withdrawals/model';
const READ =
  'party1|signing-page|typed-name|withdrawals|vouchers|admin|analytics|audit|site|verification|obligations';
const REACT = 'invitations|delivery|erasure';
const OUTSIDE = 'payments|assistant|mail';
const PARTS = 'app|cli';
/** Files of the contracts that make schemas of answers, from which the types of views follow. */
const SCHEMAS =
  'schema|problem|receipt|site|(admin|analytics|audit)/views|(nda|verification|withdrawal)/view|' +
  'nda/(remote-signature|term-schemas)|agreement/document|verification/(checkpoints|whole-log)|signature/typed-name';
const b = (kinds) => `^backend/src/(${kinds})/`;
/** What stands between a call and its work. */
const LOOKS_ONLY =
  '^backend/src/cli/(commands/.+|commands|command|siegel|siegel\\.main|main|interruption|nearest-name|explain-failure|given-place)\\.ts$';
const testing = '(\\.(spec|real-store)\\.tsx?$|/(testing|bench|journeys)/)';

const pureLibraries = 'node_modules/(@noble/|class-validator/|class-transformer/|reflect-metadata/)';

/** `from` may import of the backend only itself and `allowed`. */
const layer = (from, allowed, comment) => ({
  name: `${from}-stands-on-${allowed.replaceAll('|', '-') || 'nothing'}`,
  comment,
  severity: 'error',
  from: { path: b(from), pathNot: testing },
  to: {
    path: '^backend/src/',
    pathNot: b([from, ...allowed.split('|').filter((name) => name !== '')].join('|')),
  },
});

export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: testing },
      to: { pathNot: ['^contracts/', pureLibraries] },
    },
    {
      name: 'schemas-are-made-in-few-files',
      comment: 'They are no part of what browsers load: the rest of the contracts takes types from there',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: [`^contracts/src/(${SCHEMAS})\\.ts$`, testing] },
      to: { path: `^contracts/src/(${SCHEMAS})\\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'views-are-types-to-the-browser',
      comment: 'The schemas from which they follow are not loaded there',
      severity: 'error',
      from: { path: '^frontend/src/', pathNot: testing },
      to: { path: `^contracts/dist/(${SCHEMAS})\\.`, dependencyTypesNot: ['type-only'] },
    },
    layer('platform', '', 'Configuration, logging, PostgreSQL, jobs, clock: no domain word'),
    layer('vault', 'platform', 'Keys, sealing, receipts'),
    layer('pades', 'platform', 'Seals of PDFs'),
    layer('signature-image', 'platform', 'Reads a drawn signature'),
    layer('eventsourcing', 'platform|vault', 'The library: event store, journal, projections, reactions'),
    {
      name: 'eventsourcing-knows-no-framework',
      comment: 'Neither Nest nor the contracts: it could stand in a package of its own',
      severity: 'error',
      from: { path: b('eventsourcing'), pathNot: testing },
      to: { path: ['node_modules/@nestjs/', '^contracts/'] },
    },
    layer('proof', 'eventsourcing|vault|platform', 'The Merkle tree over the log, and what verifies it'),
    layer('bus', 'eventsourcing|platform', 'Commands and queries have one way in'),
    {
      name: 'commands-have-one-way-in',
      comment:
        'Whoever has a command or asks a stream asks `Commands` (bus/commands.ts); app/ makes the runner',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: [b(`bus|${PARTS}`), testing] },
      to: {
        path: [
          '^backend/src/eventsourcing/commands/create-command-runner\\.ts$',
          '^backend/src/bus/(?!commands\\.ts$|queries\\.ts$|system-context\\.ts$)',
        ],
      },
    },
    {
      name: 'controllers-ask-the-bus',
      comment: 'Commands, queries and what runs them; no read model, store, pool or journal',
      severity: 'error',
      from: { path: '\\.controller\\.ts$', pathNot: testing },
      to: {
        path: [
          'node_modules/pg/',
          '-(read-model|row|view)\\.ts$|\\.(entity|projection)\\.ts$',
          '^backend/src/(vault|platform/postgres)/',
          '^backend/src/eventsourcing/(?!journal/event\\.ts$)',
        ],
      },
    },
    layer('http', 'eventsourcing|vault|platform', 'The edge'),
    layer(
      'agreements',
      'nda|http|bus|eventsourcing|vault|platform',
      'The one stored agreement, its views, and what finds it',
    ),
    layer(
      'signatures',
      'nda|signature-image|http|bus|eventsourcing|vault|platform',
      'A signature of either party, as the calls of both take it',
    ),
    {
      name: 'the-sdk-of-traces-behind-its-port',
      comment:
        'It is loaded only where traces are collected; spans are asked for through platform/tracing/tracing.ts',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: '^backend/src/platform/tracing/otlp-tracing\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'write-models-are-pure',
      comment: 'They import contracts and what an event and a decider are, nothing else',
      severity: 'error',
      from: { path: b(WRITE), pathNot: testing },
      to: {
        pathNot: [
          '^contracts/',
          b(WRITE),
          '^backend/src/platform/errors/rule-broken\\.ts$',
          '^backend/src/eventsourcing/(journal/(event|fields|key-destroyed|journal)|commands/command-runner)\\.ts$',
        ],
      },
    },
    {
      name: 'write-models-apart',
      severity: 'error',
      from: { path: b(WRITE) },
      to: { path: b(WRITE), pathNot: '^backend/src/$1/' },
    },
    {
      name: 'states-are-types-and-initial-values',
      comment: 'A state takes its initial value from no rule and no fold, so that these can import the state',
      severity: 'error',
      from: { path: '^backend/src/.*\\.state\\.ts$' },
      to: {
        pathNot: ['^contracts/', '\\.(state|events)\\.ts$', '^backend/src/eventsourcing/journal/event\\.ts$'],
      },
    },
    {
      name: 'parts-are-put-together-above',
      comment: 'Only main.ts and those who try the whole import app/ and cli/',
      severity: 'error',
      from: {
        path: '^backend/src/',
        pathNot: ['^backend/src/main\\.ts$', b(PARTS), testing],
      },
      to: { path: b(PARTS) },
    },
    {
      name: 'commands-look-before-they-load',
      comment:
        'What is wrong with a call is said before anything that takes long is loaded: a command imports its work when that begins',
      severity: 'error',
      from: { path: LOOKS_ONLY },
      to: {
        dynamic: false,
        dependencyTypesNot: ['type-only'],
        pathNot: [
          LOOKS_ONLY,
          '^backend/src/platform/(errors/operator-error|process/version|network/ip-address)\\.ts$',
          '^backend/src/platform/config/process-environment\\.ts$',
          '^backend/src/platform/postgres/(refused|unavailable)\\.ts$',
          '^backend/src/payments/(difference-text|provider)\\.ts$',
          '^contracts/dist/(limits|validation/lines)\\.',
          '^(node:)?(fs|os|path|util)$',
          'node_modules/reflect-metadata/',
        ],
      },
    },
    {
      name: 'no-test-code-in-production',
      comment: 'Neither specs nor testing/ and bench/: none of them is in the image',
      severity: 'error',
      from: { path: '^(contracts|backend|frontend)/src/', pathNot: testing },
      to: { path: testing },
    },
    {
      name: 'tests-of-the-whole-are-on-top',
      comment: 'A room and what its tests share know nothing of backend/testing; its specs may',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^backend/(testing|bench)/' },
    },
    {
      name: 'benches-are-on-top',
      severity: 'error',
      from: { path: '^backend/testing/' },
      to: { path: '^backend/bench/' },
    },
    {
      name: 'folders-of-one-kind-apart',
      severity: 'error',
      from: { path: `^backend/src/(${READ}|${REACT}|${OUTSIDE})/`, pathNot: testing },
      to: { path: b(`${READ}|${REACT}`), pathNot: ['^backend/src/$1/', b(WRITE)] },
    },
    {
      name: 'write-models-by-their-front-doors',
      comment: 'Events, blobs, commands, decider, state and rules; not a single decision or fold',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: [b(WRITE), testing] },
      to: { path: `^backend/src/(${WRITE})/(decide|evolve)/` },
    },
    {
      name: 'documents-are-read',
      comment:
        'A page that is read needs no library of the pages that are used, nor does what it is made of.',
      severity: 'error',
      from: { path: '^frontend/src/documents/', pathNot: testing },
      to: {
        path: 'node_modules/(@tanstack/|react-router|class-validator/|class-transformer/)',
        reachable: true,
      },
    },
    {
      name: 'frontend-stays-out',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { path: '^backend/' },
    },
    {
      name: 'backend-stays-out',
      severity: 'error',
      from: { path: '^(backend|contracts)/' },
      to: { path: '^frontend/' },
    },
    {
      name: 'kit-knows-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/(components|lib)/', pathNot: testing },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'features-share-nda-agreement-invitation-and-assistant-only',
      comment:
        'wizard/ and signing-page/ put together what they lead through; the panel of the invitation stands in two steps, the assistant beside every page of the office',
      severity: 'error',
      from: {
        path: '^frontend/src/features/([^/]+)/',
        pathNot: [testing, '^frontend/src/features/(wizard|signing-page)/'],
      },
      to: {
        path: '^frontend/src/features/',
        pathNot: '^frontend/src/features/($1|nda|agreement|invitation|assistant)/',
      },
    },
    {
      name: 'agreement-knows-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/features/agreement/', pathNot: testing },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/agreement/' },
    },
  ],
  options: {
    // Contracts are met as they are built: what is imported from there counts, what lies behind it does not.
    doNotFollow: { path: ['node_modules', '^contracts/dist/'] },
    exclude: { path: '^(backend|frontend)/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
