import { localAccounts } from '@labroom/contracts/local-accounts';
import { privateKeyToAccount } from 'viem/accounts';

/** `npm run -s sign owner "message"`: signs the exact bytes of a message with an account of the local chain (EIP-191). */
const [, , name, message] = process.argv;
const account = localAccounts.find((candidate) => candidate.name === name);
if (!account || message === undefined) {
  const names = localAccounts.map((known) => known.name).join(', ');
  console.error(`Say who signs (${names}) and what: npm run -s sign owner "message"`);
  process.exit(2);
}
console.log(await privateKeyToAccount(account.privateKey).signMessage({ message }));
