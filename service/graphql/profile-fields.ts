import type { ResolverContext } from './loaders.ts';

/** Resolver of the profile of a row's wallet. All rows of a request take one statement. */
export function profileOf<Row>(walletOf: (row: Row) => string | null | undefined) {
  return (row: Row, _: unknown, { loaders }: ResolverContext) => {
    const wallet = walletOf(row);
    return wallet ? loaders.profiles.load(wallet) : null;
  };
}
