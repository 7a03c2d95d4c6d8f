import { networks } from '@labroom/client';
import { openLabChain } from '@labroom/client/chain';
import { CreateLabDocument, UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { chainId, labroom, rpcUrl, wallet } from './labroom.ts';

// On the chain: an NFT with an account of its own. The wallet pays the mint fee and the gas.
const chain = openLabChain({ rpcUrl, network: networks[chainId], account: wallet });
const lab = await chain.mintLab();

// In the service: the data room, then what visitors read.
const owner = await labroom.signIn(wallet);
await owner.call(CreateLabDocument, { oclId: lab.oclId });
const input = { name: 'Thermostable lipases', description: 'Variants that survive 70 °C.' };
await owner.call(UpdateLabNftMetadataDocument, { oclId: lab.oclId, input });
console.log(`Lab ${lab.tokenId}: ${lab.oclId}, account ${lab.account}`);
