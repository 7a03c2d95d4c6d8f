import type { LabTokenPageQuery } from '@labroom/client/documents';
import { USER_ADDRESS } from '@labroom/protocol/conditions';
import { isCall, parseConditions } from '@labroom/protocol/parse-conditions';

type Room = NonNullable<LabTokenPageQuery['labWithDataRoomAndFiles']>['dataRoom'];
export type HolderFile = Room['filesPage']['nodes'][number];

/** Files of one folder that the same balance opens. */
export interface HolderFolder {
  /** Top-level folder; `null` for files outside of every folder. */
  name: string | null;
  paths: string[];
  /** The smallest balance that opens them, in the smallest unit; `null` if it follows from other conditions. */
  minimum: bigint | null;
}

/** Groups files by top-level folder and by the balance of this token that opens them; the smallest balance first. */
export function holderFolders(files: readonly HolderFile[], token: string): HolderFolder[] {
  const folders = new Map<string, HolderFolder>();
  for (const { path, encryptionMetadata } of files) {
    const name = path.includes('/') ? (path.split('/')[0] ?? null) : null;
    const minimum = minimumOf(encryptionMetadata?.accessControlConditions ?? '', token);
    const key = `${minimum}:${name}`;
    const folder = folders.get(key) ?? { name, paths: [], minimum };
    folder.paths.push(path);
    folders.set(key, folder);
  }
  const order = ({ minimum }: HolderFolder) =>
    minimum === null ? Number.POSITIVE_INFINITY : Number(minimum);
  return [...folders.values()].sort(
    (one, other) => order(one) - order(other) || other.paths.length - one.paths.length,
  );
}

/** The balance of a token that alone meets the conditions; `null` if there is none. */
export function minimumOf(conditions: string, token: string): bigint | null {
  const parts = parseConditions(conditions);
  if (!parts?.every((part) => isCall(part) || part.operator === 'or')) return null;
  for (const call of parts.filter(isCall)) {
    const { contractAddress, functionName, functionParams, returnValueTest } = call;
    const { comparator, value } = returnValueTest;
    const isBalance =
      contractAddress.toLowerCase() === token &&
      functionName === 'balanceOf' &&
      functionParams[0] === USER_ADDRESS;
    if (!isBalance || !/^\d{1,78}$/.test(value)) continue;
    if (comparator === '>=') return BigInt(value);
    if (comparator === '>') return BigInt(value) + 1n;
  }
  return null;
}
