import { writeFileSync } from 'node:fs';
import { createLabroomClient, issueCredential, networks } from '@labroom/client';
import { openLabChain } from '@labroom/client/chain';
import { CreateLabDocument } from '@labroom/client/documents';
import { chainId, graphqlUrl, rpcUrl, wallet } from './labroom.ts';

// A consumer credential, for a signature.
const { credential } = await issueCredential({ graphqlUrl, signer: wallet, label: 'start.ts' });
const owner = await createLabroomClient({ graphqlUrl, chainId, credential }).signIn(wallet);

// A lab: an NFT with its own account, then its data room.
const { oclId } = await openLabChain({ rpcUrl, network: networks[chainId], account: wallet }).mintLab();
await owner.call(CreateLabDocument, { oclId });
writeFileSync('lab.env', `export LABROOM_CREDENTIAL=${credential}\nexport LAB=${oclId}\n`, { mode: 0o600 });

// A file that only the lab's team can open. It is encrypted here.
await owner.upload({ oclId, target: { path: 'notes/yield.md' }, body: 'Yield 83 %', access: 'ADMIN' });
const { body } = await owner.download({ oclId, path: 'notes/yield.md' });
console.log(await body.text());
