import { pbkdf2Sync } from 'node:crypto';
import { HDKey, hdKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { expect, it } from 'vitest';
import { isLocalAccount, localAccounts, localAttesters } from './local-accounts.ts';

const mnemonic = 'test test test test test test test test test test test junk';
// As BIP 39 has it.
const wallet = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, 'mnemonic', 2_048, 64, 'sha512'));

it.each([
  ...localAccounts.map((account, index) => ({ ...account, index })),
  ...localAttesters.map((account, index) => ({ ...account, index: 18 + index })),
])('$name is account $index of the well-known mnemonic', ({ address, privateKey, index }) => {
  expect(privateKeyToAddress(privateKey)).toBe(address);
  expect(hdKeyToAccount(wallet, { addressIndex: index }).address).toBe(address);
});

it('isLocalAccount accepts the publicly known accounts in any case, and no others', () => {
  for (const { address } of [...localAccounts, ...localAttesters]) {
    expect(isLocalAccount(address)).toBe(true);
    expect(isLocalAccount(address.toLowerCase())).toBe(true);
  }
  expect(isLocalAccount('0x117b215dcd666dd847cfa84721480d316440faa9')).toBe(false);
});
