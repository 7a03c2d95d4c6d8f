/** A package that other projects install. */
export interface PublishedPackage {
  name: string;
  description: string;
  /** Folder of its README, from the root. */
  source: string;
  /** Export → module, from the root. */
  entries: Record<string, string>;
  /** Command → module, from the root. */
  programs?: Record<string, string>;
  /** Other packages of this list, whose entries it imports. They are installed with it, in the same version. */
  builtOn?: PublishedPackage[];
  /** Installed with it, in the versions of this project. `viem` is a peer of those that do not name it. */
  dependencies: string[];
  /** Further folders: name in the package → folder from the root. Their files are exported as they are. */
  folders?: Record<string, string>;
  /** Further fields of its package.json. */
  manifest?: {
    engines?: Record<string, string>;
    peerDependencies?: Record<string, string>;
    peerDependenciesMeta?: object;
  };
}

const client: PublishedPackage = {
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
    './streams': 'packages/client/package/streams.ts',
  },
  dependencies: ['@graphql-typed-document-node/core', '@urql/core', '@x402/core', '@x402/evm', 'graphql'],
};

export const publishedPackages = {
  client,
  cli: {
    name: 'labroom',
    description:
      'Command line of Labroom: sync folders with data rooms of onchain labs, encrypted before upload',
    source: 'packages/cli',
    entries: {},
    programs: { labroom: 'packages/cli/main.ts' },
    builtOn: [client],
    dependencies: ['@aws-sdk/client-kms', '@modelcontextprotocol/server', 'viem', 'zod'],
    folders: { 'skills/labroom': 'service/routes/discovery/skill' },
    // The first with node:sqlite.
    manifest: { engines: { node: '>=22.13' } },
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
