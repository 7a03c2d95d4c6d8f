import type { RoomConditionsQuery } from '@labroom/client/documents';

type ConditionalFile = NonNullable<
  RoomConditionsQuery['labWithDataRoomAndFiles']
>['dataRoom']['filesPage']['nodes'][number];

/** Encrypted files with the same access conditions. */
export interface ConditionGroup {
  /** JSON. */
  conditions: string;
  /** Paths, in the order of the room. */
  paths: string[];
}

/** The encrypted files of a room by their conditions, the largest group first. Public files are in none. */
export function conditionGroups(
  files: readonly Pick<ConditionalFile, 'path' | 'encryptionMetadata'>[],
): ConditionGroup[] {
  const encrypted = files.flatMap(({ path, encryptionMetadata }) =>
    encryptionMetadata ? [{ path, conditions: encryptionMetadata.accessControlConditions }] : [],
  );
  return [...Map.groupBy(encrypted, ({ conditions }) => conditions)]
    .map(([conditions, members]) => ({ conditions, paths: members.map(({ path }) => path) }))
    .sort((one, other) => other.paths.length - one.paths.length);
}
