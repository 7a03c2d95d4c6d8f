import type { Operation } from '#lib/developers/operation.ts';

/** The operations whose name, text, arguments or errors contain every word of a search. An empty search returns all. */
export function filterOperations<One extends Operation>(
  operations: readonly One[],
  words: string | undefined,
): readonly One[] {
  const wanted = (words ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const text = textOf(operation).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

function textOf({ name, kind, group, description, errors, arguments: args }: Operation): string {
  const inputs = args.map((input) => `${input.name} ${input.type} ${input.description}`);
  const failures = errors.flatMap(({ code, reasons }) => [code, ...reasons]);
  return [name, kind, group, description, ...failures, ...inputs].join('\n');
}
