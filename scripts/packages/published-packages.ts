/** A workspace that other projects install as a package. Its manifest has the exports, the commands and the dependencies. */
export interface PublishedPackage {
  /** Name in the registry. */
  name: string;
  /** Of the workspace. */
  folder: string;
  /** Folder of its README, from the root. */
  readme: string;
  /** Further folders: name in the package → folder from the root. Their files are exported as they are. */
  folders?: Record<string, string>;
  /** Further fields of its package.json. */
  manifest?: {
    engines?: Record<string, string>;
    peerDependencies?: Record<string, string>;
    peerDependenciesMeta?: object;
  };
}

export const publishedPackages = {
  client: { name: '@labroom/client', folder: 'packages/client', readme: 'packages/client/package' },
  cli: {
    name: 'labroom',
    folder: 'packages/cli',
    readme: 'packages/cli',
    folders: { 'skills/labroom': 'service/routes/discovery/skill' },
    // The first with node:sqlite.
    manifest: { engines: { node: '>=22.13' } },
  },
  contracts: {
    name: '@labroom/contracts',
    folder: 'contracts',
    readme: 'contracts/package',
    folders: { interfaces: 'contracts/src/interfaces' },
    manifest: {
      peerDependencies: { '@openzeppelin/contracts': '^5.0.0' },
      // Only the Solidity interfaces import it.
      peerDependenciesMeta: { '@openzeppelin/contracts': { optional: true } },
    },
  },
} satisfies Record<string, PublishedPackage>;
