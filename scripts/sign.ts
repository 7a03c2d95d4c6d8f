import { text } from 'node:stream/consumers';
import { privateKeyToAccount } from 'viem/accounts';
import { localAccounts } from '../contracts/local-accounts.ts';

/** `npm run -s sign owner < message`: signs standard input, byte for byte, as an account of the local chain (EIP-191). */
const name = process.argv[2];
const account = localAccounts.find((candidate) => candidate.name === name);
if (!account) {
  console.error(`Say who signs: ${localAccounts.map((known) => known.name).join(', ')}.`);
  process.exit(2);
}
console.log(
  await privateKeyToAccount(account.privateKey).signMessage({ message: await text(process.stdin) }),
);
