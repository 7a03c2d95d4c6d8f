import { readFileSync } from 'node:fs';
import { createLabroomClient } from '@labroom/client';
import { LabsDocument } from '@labroom/client/documents';
import { privateKeyToAccount } from 'viem/accounts';

const [settingsFile = '.labroom/local.json'] = process.argv.slice(2);
const { graphqlUrl, chainId, consumerCredential, accounts } = JSON.parse(readFileSync(settingsFile, 'utf8'));
const { privateKey } = accounts.find(({ name }: { name: string }) => name === 'owner');
const account = privateKeyToAccount(privateKey);

const labroom = createLabroomClient({ graphqlUrl, chainId, credential: consumerCredential });
const { labs } = await labroom.call(LabsDocument, { walletAddress: account.address, role: 'OWNER' });
const [lab] = labs.nodes;
if (!lab) throw new Error('The owner has no lab yet');

const { oclId } = lab;
const path = `notes/${crypto.randomUUID()}.md`;
const owner = await labroom.signIn(account);
// Encrypts locally. Only the lab's team can get the key.
await owner.upload({ oclId, target: { path }, body: 'Yield 83 %', access: 'ADMIN' });
const { body } = await owner.download({ oclId, path });
console.log(`${path}: ${await body.text()}`);
