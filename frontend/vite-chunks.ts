interface Module {
  readonly importedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): Module | null;
}

const APPLICATIONS = ['wizard', 'signing', 'check', 'admin'] as const;
type Application = (typeof APPLICATIONS)[number];

/** What the signing page shows once it knows what its link opens, and what comes after that. */
export interface SigningViews {
  readonly first: string;
  readonly later: readonly string[];
}

function reached(graph: Graph, id: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached(graph, next, seen);
  return seen;
}

interface Reach {
  readonly applications: Readonly<Record<Application, ReadonlySet<string>>>;
  readonly first: ReadonlySet<string>;
  readonly later: readonly ReadonlySet<string>[];
  readonly admin: readonly ReadonlySet<string>[];
  readonly step: ReadonlySet<string>;
}

/**
 * What some applications begin with, and the signing page does not. It lies with what is read, unless the first view of
 * an invitation has no use for it: then only where another file costs the wizard no request.
 * @param users who begins with it
 */
function besideSigning(id: string, users: readonly Application[], { first, later, admin }: Reach): string {
  const inView = first.has(id);
  if (inView) return 'reading';
  const isLater = later.some((view) => view.has(id));
  if (!users.includes('wizard') && (isLater || users.length > 1)) return 'sealed';
  if (isLater) return 'reading';
  // Modules that the admin pages need later are where those pages begin with them: they load no first view of
  // others.
  if (users.length === 1 && !users.includes('admin') && admin.some((view) => view.has(id)))
    return users.includes('wizard') ? 'router' : 'sealed';
  if (users.length === 1) return `${users[0]}-parts`;
  return users.includes('check') ? 'reading' : 'router';
}

/**
 * What no application begins with. What the step of the signatures needs lies in two files, since each is a request
 * before it shows: one of them is for whoever signs through a link too.
 */
function loadedLater(id: string, { first, later, admin, step }: Reach): string | null {
  if (first.has(id)) return isOfView(id) ? 'remote-views' : 'agreement-parts';
  if (!step.has(id) || admin.some((view) => view.has(id))) return null;
  return later.some((view) => view.has(id)) ? 'signature-parts' : 'signing-step';
}

const isOfView = (id: string): boolean => id.includes('/features/signing-page/');

/**
 * Modules that the same applications begin with lie in one file, so that a first view asks for few of them and for
 * little that it does not run: `libraries` and `application` is what each application begins with, `remote-views` what
 * an invitation is shown with, `signing-step` what the address of an agreement leads to. What is loaded later stays as
 * it is.
 * @param entries module ids by the entry's name
 * @param views of the signing page. Others begin with some of it: that lies in files of its own, so that whoever reads
 * and signs does not load their first views; what others share lies there too, since each file is a request.
 * @param adminViews module ids of the admin pages after the login
 * @param signingStep module id of the wizard's step in which both sign
 * @returns the name of a module's chunk; null where it has none of its own
 */
export function createChunks(
  entries: Readonly<Record<Application, string>>,
  views: SigningViews,
  adminViews: readonly string[],
  signingStep: string,
) {
  let reach: Reach | undefined;
  const isEntry = (id: string): boolean => Object.values(entries).includes(id);
  return (id: string, graph: Graph): string | null => {
    const all = (reach ??= reachOf(graph, entries, views, adminViews, signingStep));
    // Of the signing page alone there is so little that it lies with the entry.
    if (isEntry(id)) return id === entries.signing ? 'signing-parts' : null;
    const users = APPLICATIONS.filter((name) => all.applications[name].has(id));
    if (users.length === 0) return loadedLater(id, all);
    if (!users.includes('signing')) return besideSigning(id, users, all);
    if (users.length === APPLICATIONS.length && id.includes('/node_modules/')) return 'libraries';
    return users.length === 1 ? 'signing-parts' : 'application';
  };
}

function reachOf(
  graph: Graph,
  entries: Readonly<Record<Application, string>>,
  views: SigningViews,
  adminViews: readonly string[],
  signingStep: string,
): Reach {
  const of = (id: string) => reached(graph, id);
  const { wizard, signing, check, admin } = entries;
  return {
    applications: { wizard: of(wizard), signing: of(signing), check: of(check), admin: of(admin) },
    first: of(views.first),
    later: views.later.map(of),
    admin: adminViews.map(of),
    step: of(signingStep),
  };
}
