import { requireStack } from '@labroom/testing/require-stack.ts';
import { deploySafe } from '@labroom/testing/safe.ts';
import {
  grantExpiredRole,
  grantRole,
  type MintedLab,
  mintLab,
  transferLab,
} from '@labroom/testing/test-lab.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import {
  type Address,
  encodeAbiParameters,
  getAddress,
  getContractAddress,
  type Hex,
  numberToHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRole } from './access-resolver.ts';
import {
  answering,
  deployCode,
  deployHostileHolder,
  looping,
  returning,
  returningAddresses,
  returningZeros,
} from './bytecode.fixture.ts';
import type { ChainClient } from './chain-client.ts';
import { createChainClient } from './create-chain-client.ts';
import { readHolder, readLabIdentity } from './lab-nft.ts';
import { resolveOwners } from './owners.ts';

const lower = (address: string) => address.toLowerCase() as Address;
const numbered = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address;

let chain: ChainClient;
let deployer: TestWallet;
beforeAll(async () => {
  chain = createChainClient({ rpcUrl: requireStack('rpcUrl'), chainId: 31337 });
  deployer = await fundedWallet();
});

const transfer = (lab: MintedLab, from: TestWallet, to: Address) => transferLab(from, lab, to);

describe('the identity of a lab', () => {
  test('is what the LabNFT confirms, in any letter case; an id with another account or token is rejected', async () => {
    const lab = await mintLab(deployer);
    const other = await mintLab(deployer);
    const identity = { oclId: lab.oclId, tokenId: lab.tokenId, account: lower(lab.account) };
    expect(await readLabIdentity(chain, lab.oclId)).toEqual(identity);
    expect(await readLabIdentity(chain, `0x${lab.oclId.slice(2).toUpperCase()}`)).toEqual(identity);
    expect(await readLabIdentity(chain, lab.oclId.slice(0, 26) + other.account.slice(2))).toBeNull();
    expect(await readLabIdentity(chain, `0x0101${'f'.repeat(20)}${lab.account.slice(2)}`)).toBeNull();
    expect(await readHolder(chain, lab.tokenId)).toBe(lower(deployer.address));
    expect(await readHolder(chain, 2n ** 80n - 1n)).toBeNull();
  });
});

describe('the role of a wallet', () => {
  test('is the strongest of owner and unexpired grants, at the latest block', async () => {
    const [owner, member, outsider] = [await fundedWallet(), await fundedWallet(), await fundedWallet()];
    const lab = await mintLab(owner);
    const role = (wallet: TestWallet) => readRole(chain, { oclId: lab.oclId, wallet: wallet.address });
    const grant = (to: 'VIEWER' | 'CONTRIBUTOR') =>
      grantRole(owner, { oclId: lab.oclId, to: member.address, role: to });
    expect([await role(owner), await role(member), await role(outsider)]).toEqual(['OWNER', null, null]);
    await grant('VIEWER');
    expect(await role(member)).toBe('VIEWER');
    await grant('CONTRIBUTOR');
    expect(await role(member)).toBe('CONTRIBUTOR');
    await grantExpiredRole(owner, { oclId: lab.oclId, to: member.address, role: 'CONTRIBUTOR' });
    expect(await role(member)).toBeNull();
    await transfer(lab, owner, outsider.address);
    expect([await role(owner), await role(outsider)]).toEqual([null, 'OWNER']);
  });

  test('in a forged id is none, even for the owner of the account that it names', async () => {
    const [owner, forger] = [await fundedWallet(), await fundedWallet()];
    const [lab, own] = [await mintLab(owner), await mintLab(forger)];
    const forged = own.oclId.slice(0, 26) + lab.account.slice(2).toLowerCase();
    for (const wallet of [owner.address, forger.address]) {
      expect(await readRole(chain, { oclId: forged, wallet })).toBeNull();
    }
  });

  test('of a Safe owner is that of an owner', async () => {
    const [first, second, outsider] = [await fundedWallet(), await fundedWallet(), await fundedWallet()];
    const safe = await deploySafe(chainOf(deployer), [first.address, second.address]);
    const lab = await mintLab(first);
    await transfer(lab, first, safe);
    const role = (wallet: Address) => readRole(chain, { oclId: lab.oclId, wallet });
    expect(await role(first.address)).toBe('OWNER');
    expect(await role(second.address)).toBe('OWNER');
    expect(await role(safe)).toBe('OWNER');
    expect(await role(outsider.address)).toBeNull();
    expect(await resolveOwners(chain, safe)).toEqual({
      owners: [
        { address: safe, source: 'HOLDER' },
        { address: lower(first.address), source: 'SAFE' },
        { address: lower(second.address), source: 'SAFE' },
      ],
      overflow: false,
    });
  });
});

describe('the owners through a holder', () => {
  const sources = async (holder: Address) => {
    const { owners, overflow } = await resolveOwners(chain, holder);
    return { owners: owners.map(({ address, source }) => `${source} ${address}`), overflow };
  };

  test('of a wallet are the wallet', async () => {
    expect(await sources(deployer.address)).toEqual({
      owners: [`HOLDER ${lower(deployer.address)}`],
      overflow: false,
    });
  });

  test('of a lab account are those who hold its lab', async () => {
    const lab = await mintLab(deployer);
    expect((await sources(lab.account)).owners).toEqual([
      `HOLDER ${lower(lab.account)}`,
      `ACCOUNT ${lower(deployer.address)}`,
    ]);
  });

  test('of an escrow are the escrow alone, although it has an owner', async () => {
    const { address } = deployer;
    const answer = numberToHex(BigInt(address), { size: 32 });
    const escrow = await deployCode(chain, deployer, answering(toFunctionSelector('owner()'), answer));
    expect((await sources(escrow)).owners).toEqual([`HOLDER ${escrow}`]);
    const lab = await mintLab(deployer);
    await transfer(lab, deployer, escrow);
    expect(await readRole(chain, { oclId: lab.oclId, wallet: address })).toBeNull();
  });

  test('of a vault are the vault alone, although it lists its members', async () => {
    const { address } = deployer;
    const list = encodeAbiParameters([{ type: 'address[]' }], [[address, numbered(7)]]);
    const vault = await deployCode(chain, deployer, answering(toFunctionSelector('getOwners()'), list));
    expect((await sources(vault)).owners).toEqual([`HOLDER ${vault}`]);
    const lab = await mintLab(deployer);
    await transfer(lab, deployer, vault);
    expect(await readRole(chain, { oclId: lab.oclId, wallet: address })).toBeNull();
  });

  test('that take too much gas are cut, and reported as incomplete', async () => {
    const holder = await deployHostileHolder(chain, deployer);
    const { owners, overflow } = await resolveOwners(chain, holder);
    expect([owners[0], overflow]).toEqual([{ address: holder, source: 'HOLDER' }, true]);
  });

  test('in a circle end', async () => {
    // The second one is deployed at an address that its deployer's nonce determines in advance.
    const reader = chainReader();
    const nonce = await reader.getTransactionCount({ address: deployer.address });
    const second = lower(getContractAddress({ from: deployer.address, nonce: BigInt(nonce) + 1n }));
    const first = await deployCode(chain, deployer, returningAddresses([second]));
    expect(await deployCode(chain, deployer, returningAddresses([first, second, zeroAddress]))).toBe(second);
    expect(await sources(first)).toEqual({ owners: [`HOLDER ${first}`, `SAFE ${second}`], overflow: false });
  });

  test('over the limit are cut, and reported as incomplete', async () => {
    const many = Array.from({ length: 50 }, (_, index) => numbered(index + 1_000));
    const full = await sources(await deployCode(chain, deployer, returningAddresses(many)));
    expect([full.owners.length, full.overflow]).toEqual([51, false]);
    const more = await sources(await deployCode(chain, deployer, returningAddresses([...many, numbered(1)])));
    expect(more.overflow).toBe(true);
  });

  test.each([
    ['does not end', looping],
    ['answers with a megabyte', returningZeros(1_000_000)],
    ['answers with nonsense', returning('0xdeadbeef')],
    ['answers nothing', '0x00' as Hex],
    ['names nobody', returning(numberToHex(0, { size: 32 }))],
    ['names what is no address', returning(numberToHex(2n ** 160n, { size: 32 }))],
  ])('of a contract that %s are the contract alone', async (_, code) => {
    const holder = await deployCode(chain, deployer, code);
    expect(await sources(getAddress(holder))).toEqual({ owners: [`HOLDER ${holder}`], overflow: false });
  });
});
