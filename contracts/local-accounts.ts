export type LocalAccountName =
  | 'deployer'
  | 'owner'
  | 'contributor'
  | 'viewer'
  | 'outsider'
  | 'agent'
  | 'payTo'
  | 'relayer'
  | 'facilitator';

/** Names of the attesters of DIDs on the local chain. */
export type LocalAttesterName = 'dataAttester' | 'serviceAttester';

export interface LocalAccount<Name extends string = LocalAccountName> {
  name: Name;
  address: `0x${string}`;
  privateKey: `0x${string}`;
}

/**
 * The accounts of the mnemonic "test test test test test test test test test test test junk", in order.
 * Their keys are public, so anyone can take what they hold on a public chain. All environments but `local` reject them.
 */
export const localAccounts: readonly LocalAccount[] = [
  {
    name: 'deployer',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  },
  {
    name: 'owner',
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  },
  {
    name: 'contributor',
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  },
  {
    name: 'viewer',
    address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  },
  {
    name: 'outsider',
    address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    privateKey: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  },
  {
    name: 'agent',
    address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    privateKey: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  },
  {
    name: 'payTo',
    address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
    privateKey: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  },
  {
    name: 'relayer',
    address: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
    privateKey: '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  },
  {
    name: 'facilitator',
    address: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
    privateKey: '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  },
];

/** Keys that sign and never send transactions: the last two of the mnemonic's usual twenty. */
export const localAttesters: readonly LocalAccount<LocalAttesterName>[] = [
  {
    name: 'dataAttester',
    address: '0xdD2FD4581271e230360230F9337D5c0430Bf44C0',
    privateKey: '0xde9be858da4a475276426320d5e9262ecfc3ba460bfac56360bfa6c4c28b4ee0',
  },
  {
    name: 'serviceAttester',
    address: '0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199',
    privateKey: '0xdf57089febbacf7ba0bc227dafbffa9fc08a93fdc68e1e42411a14efcf23656e',
  },
];

export function localAccount(name: LocalAccountName): LocalAccount;
export function localAccount(name: LocalAttesterName): LocalAccount<LocalAttesterName>;
export function localAccount(name: string): LocalAccount<string> {
  const account = [...localAccounts, ...localAttesters].find((candidate) => candidate.name === name);
  if (!account) throw new Error(`There is no local account named ${name}`);
  return account;
}

/** Accounts of the roles in the local deployment, other than the deployer. */
export function localDeploymentRoles() {
  return {
    holders: localAccounts.map((account) => account.address),
    relayer: localAccount('relayer').address,
    attesters: {
      data: localAccount('dataAttester').address,
      service: localAccount('serviceAttester').address,
    },
  };
}

/** The rest of the mnemonic's usual twenty accounts. They are not used here, but their keys are public too. */
const others: readonly string[] = [
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  '0xBcd4042DE499D14e55001CcbB24a551F3b954096',
  '0x71bE63f3384f5fb98995898A86B02Fb2426c5788',
  '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a',
  '0x1CBd3b2770909D4e10f157cABC84C7264073C9Ec',
  '0xdF3e18d64BC6A983f673Ab319CCaE4f1a57C7097',
  '0xcd3B766CCDd6AE721141F452C550Ca635964ce71',
  '0x2546BcD3c84621e976D8185a91A922aE77ECEc30',
  '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E',
];

/** Whether the key of this address, in any case, is public. */
export function isLocalAccount(address: string): boolean {
  const wanted = address.toLowerCase();
  const used = [...localAccounts, ...localAttesters].map(({ address }) => address);
  return [...used, ...others].some((known) => known.toLowerCase() === wanted);
}

/** Accounts that the web app offers to visitors of a local installation. The services use the others. */
export const visitorAccounts = (['owner', 'contributor', 'viewer', 'outsider', 'agent'] as const).map(
  (name) => localAccount(name),
);
