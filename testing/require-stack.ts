import { inject, type ProvidedContext } from 'vitest';

/** An address of the database or the chain that `global-setup.ts` started. Only tests of the projects `stack` and `release` have one. */
export function requireStack(name: keyof ProvidedContext): string {
  const address: string | undefined = inject(name);
  if (!address)
    throw new Error(
      `No ${name}: a test that needs the stack is named *.stack.test.ts, *.merge.test.ts or *.release.test.ts`,
    );
  return address;
}
