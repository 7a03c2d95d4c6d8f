/** A package that other projects install. */
export interface PublishedPackage {
  name: string;
  description: string;
  /** Folder of its README, from the root. */
  source: string;
  /** Export → module, from the root. */
  entries: Record<string, string>;
  /** Installed with it, in the versions of this project. `viem` is a peer of all. */
  dependencies: string[];
  /** Further folders: name in the package → folder from the root. Their files are exported as they are. */
  folders?: Record<string, string>;
  /** Further fields of its package.json. */
  manifest?: { peerDependencies?: Record<string, string>; peerDependenciesMeta?: object };
}

export const publishedPackages = {
  client: {
    name: '@labroom/client',
    description: 'Typed client of Labroom: data rooms of onchain labs, encrypted before upload',
    source: 'packages/client/package',
    entries: {
      '.': 'packages/client/package/index.ts',
      './access-requests': 'packages/client/package/access-requests.ts',
      './chain': 'packages/client/package/chain.ts',
      './comments': 'packages/client/package/comments.ts',
      './documents': 'packages/client/documents.generated.ts',
      './payment': 'packages/client/package/payment.ts',
    },
    dependencies: ['@graphql-typed-document-node/core', '@urql/core', '@x402/core', '@x402/evm'],
  },
  contracts: {
    name: '@labroom/contracts',
    description: 'ABIs, addresses, signed messages and Solidity interfaces of the Labroom contracts',
    source: 'contracts/package',
    entries: { '.': 'contracts/package/index.ts' },
    dependencies: ['zod'],
    folders: { interfaces: 'contracts/src/interfaces' },
    manifest: {
      peerDependencies: { '@openzeppelin/contracts': '^5.0.0' },
      // Only the Solidity interfaces import it.
      peerDependenciesMeta: { '@openzeppelin/contracts': { optional: true } },
    },
  },
} satisfies Record<string, PublishedPackage>;
