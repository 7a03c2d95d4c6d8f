import type { Operation } from '#lib/developers/operation.ts';

/** Groups operations by section of the schema, in schema order. */
export function groupOperations<One extends Operation>(
  operations: readonly One[],
): { title: string; operations: One[] }[] {
  const groups = new Map<string, One[]>();
  for (const operation of operations) {
    groups.set(operation.group, [...(groups.get(operation.group) ?? []), operation]);
  }
  return [...groups].map(([title, members]) => ({ title, operations: members }));
}
