import { oclId } from '#platform/input/input.ts';

/** The lab that the arguments of a mutation name, lowercase; `null` if none. */
export function namedLab(args: { oclId?: unknown; input?: { oclId?: unknown } }): string | null {
  const named = oclId.safeParse(args.oclId ?? args.input?.oclId);
  return named.success ? named.data : null;
}
