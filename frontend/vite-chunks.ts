interface Module {
  readonly importedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): Module | null;
}

const APPLICATIONS = ['wizard', 'signing', 'check', 'office'] as const;

function reached(graph: Graph, id: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached(graph, next, seen);
  return seen;
}

type Application = (typeof APPLICATIONS)[number];

/** What an application shares with others before its first view, by who they are. */
function shared(users: readonly Application[]): string {
  const uses = (name: Application): boolean => users.includes(name);
  if (uses('signing')) return 'application';
  return uses('check') ? 'reading' : 'router';
}

/**
 * Modules that the same applications begin with lie in one file, so that a first view asks for few of them and for
 * little that it does not run: `libraries` and `application` is what each application begins with. What is loaded later
 * stays as it is.
 * @param entries module ids by the entry's name
 * @param reading what the signing page shows once it knows what its link opens. Others begin with some of it: that lies
 * in a file of its own, so that whoever reads and signs does not load their first views; what others share lies there too,
 * since each file is a request.
 * @returns the name of a module's chunk; null where it has none of its own
 */
export function createChunks(entries: Readonly<Record<string, string>>, reading: readonly string[]) {
  let reach: Readonly<Record<string, ReadonlySet<string>>> | undefined;
  let read: readonly ReadonlySet<string>[] | undefined;
  return (id: string, graph: Graph): string | null => {
    reach ??= Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [name, reached(graph, entry)]),
    );
    read ??= reading.map((view) => reached(graph, view));
    const from = (name: string): boolean => reach?.[name]?.has(id) === true;
    // Of the signing page alone there is so little that it lies with the entry.
    if (Object.values(entries).includes(id)) return id === entries['signing'] ? 'signing-parts' : null;
    if (id.includes('rolldown/runtime')) return 'libraries';
    const users = APPLICATIONS.filter(from);
    if (users.length === 0) return null;
    if (!users.includes('signing') && read.some((view) => view.has(id))) return 'reading';
    if (users.length === APPLICATIONS.length && id.includes('/node_modules/')) return 'libraries';
    return users.length === 1 ? `${users[0]}-parts` : shared(users);
  };
}
