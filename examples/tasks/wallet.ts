// Signs, encrypts and sends transactions for shells, which have no program for it.
// node wallet.ts COMMAND …
import { createHash, webcrypto } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type Abi,
  concat,
  createWalletClient,
  http,
  keccak256,
  parseEventLogs,
  publicActions,
  sha256,
  stringToHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const { LABROOM_URL, RPC_URL, PRIVATE_KEY } = process.env;
const account = privateKeyToAccount(PRIVATE_KEY as `0x${string}`);
const input = () => readFileSync(0, 'utf8');
const print = (value: unknown) =>
  console.log(typeof value === 'object' ? JSON.stringify(value, withBigInts) : String(value));
const withBigInts = (_: string, part: unknown) => (typeof part === 'bigint' ? String(part) : part);

const commands: Record<string, (...args: string[]) => unknown> = {
  address: () => account.address,

  /** Signs the text on stdin (EIP-191). */
  sign: () => account.signMessage({ message: input() }),

  /** Signs the typed data on stdin (EIP-712), as JSON. */
  'sign-typed-data': () => account.signTypedData(JSON.parse(input())),

  /** The nonce of a payment for the body on stdin: `payment-nonce RESOURCE SALT`. */
  'payment-nonce': (resource = '', salt = '') =>
    keccak256(concat([stringToHex(resource), sha256(stringToHex(input())), salt as `0x${string}`])),

  /** Encrypts a file with the data key on stdin. Prints `iv` and `contentHash` of the plaintext. */
  async encrypt(from = '', to = '') {
    const plaintext = readFileSync(from);
    const iv = webcrypto.getRandomValues(new Uint8Array(12));
    const key = await importKey(input());
    writeFileSync(to, Buffer.from(await webcrypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plaintext)));
    return { iv: Buffer.from(iv).toString('base64'), contentHash: hashOf(plaintext) };
  },

  /** Decrypts a file with the answer of `decryptDataKey` on stdin. */
  async decrypt(from = '', to = '') {
    const { plaintextDEK, iv, contentHash } = JSON.parse(input());
    const algorithm = { name: 'AES-GCM', iv: Buffer.from(iv, 'base64') };
    const key = await importKey(plaintextDEK);
    const plaintext = Buffer.from(await webcrypto.subtle.decrypt(algorithm, key, readFileSync(from)));
    if (hashOf(plaintext) !== contentHash) throw new Error('The plaintext has another hash');
    writeFileSync(to, plaintext);
    return `${plaintext.length} bytes`;
  },

  /** Reads a contract: `read LabNFT mintFeeWei`. */
  async read(name = '', functionName = '', ...args: string[]) {
    return (await chain()).readContract({ ...(await contract(name)), functionName, args: args.map(parsed) });
  },

  /** Sends a transaction: `write CONTRACT VALUE FUNCTION ARGUMENT…`. Prints the events of the contracts. */
  async write(name = '', value = '', functionName = '', ...args: string[]) {
    const client = await chain();
    const call = { ...(await contract(name)), functionName, args: args.map(parsed), value: BigInt(value) };
    const hash = await client.writeContract({ ...call, chain: null, account });
    const { logs, status } = await client.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`Transaction ${hash} reverted`);
    const abi = Object.values((await described()).contracts).flatMap((known) => known.abi);
    const events = parseEventLogs({ abi, logs }).map(({ eventName, args }) => [eventName, args]);
    return { hash, ...Object.fromEntries(events) };
  },
};

const importKey = (key: string) =>
  webcrypto.subtle.importKey('raw', Buffer.from(key, 'base64'), 'AES-GCM', false, ['encrypt', 'decrypt']);
const hashOf = (bytes: Uint8Array) => `sha256-${createHash('sha256').update(bytes).digest('hex')}`;
const parsed = (arg: string) =>
  /^\d+$/.test(arg) ? BigInt(arg) : /^(true|false)$/.test(arg) ? arg === 'true' : arg;

/** Addresses and ABIs, as the service publishes them. */
async function described(): Promise<{ contracts: Record<string, { address: `0x${string}`; abi: Abi }> }> {
  return (await fetch(`${LABROOM_URL}/contracts.json`)).json();
}

async function contract(name: string) {
  const found = (await described()).contracts[name];
  if (!found) throw new Error(`There is no contract ${name}`);
  return found;
}

const chain = async () => createWalletClient({ account, transport: http(RPC_URL) }).extend(publicActions);

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) throw new Error(`Commands: ${Object.keys(commands).join(', ')}`);
print(await command(...args));
