import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventRegistry, NewEvent, Recorded } from '../event.js';
import { encodeCore, encodeData, encodeMetadata } from '../event-encoding.js';
import { EventReader } from '../event-reader.js';
import type { Upcasters } from '../journal.js';
import { encodePersonalPart } from '../sealed-part.js';

/**
 * One event in the form in which some version of the service wrote it. Files are named `<wire type>.json` and
 * are never edited.
 */
export interface EventFixture {
  readonly type: string;
  readonly open: object;
  readonly personal?: object;
}

export const readFixtures = (folder: string): ReadonlyMap<string, EventFixture> =>
  new Map(
    readdirSync(folder)
      .toSorted()
      .map((file) => [
        file.replace(/\.json$/, ''),
        JSON.parse(readFileSync(join(folder, file), 'utf8')) as EventFixture,
      ]),
  );

/** Returns the wire types that need a fixture: every version of every event, up to the current one. */
export const wireTypesOf = (registry: EventRegistry): readonly string[] =>
  Object.entries(registry).flatMap(([type, { version }]) =>
    Array.from({ length: version }, (_, index) => `${type}.v${index + 1}`),
  );

/** Reads a fixture as the journal reads a stored event: decodes, upcasts and unseals the event. */
export async function readAsToday<E extends NewEvent>(
  fixture: EventFixture,
  { upcasters, stream, revision }: { upcasters: Upcasters; stream: string; revision: number },
): Promise<Recorded<E>> {
  const sealed = fixture.personal && encodePersonalPart({ personal: fixture.personal });
  const reader = new EventReader(
    { open: async () => (sealed ? Buffer.from(sealed.plaintext) : undefined) },
    { upcasters, types: { understands: () => true }, isOwnStream: () => true },
  );
  const at = '2026-11-02T10:00:00.000Z';
  const ids = { commandId: 'command', correlationId: 'correlation', causedBy: null };
  const event = reader.decode<E>({
    id: '01930000-0000-7000-8000-00000000000f',
    stream,
    revision,
    type: fixture.type,
    data: encodeData({
      open: fixture.open,
      ...(sealed && { sealed: 'c2VhbGVk', keyId: 'key', commitments: sealed.commitments }),
    }),
    metadata: encodeMetadata({
      core: encodeCore({ format: 1, at, actor: 'system', ...ids }),
      previousHash: '0'.repeat(64),
      hash: '1'.repeat(64),
    }),
  });
  return reader.unseal(event);
}
