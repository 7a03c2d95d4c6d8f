import { networks } from '@labroom/client';
import { openLabChain } from '@labroom/client/chain';
import {
  GenerateAgreementDocument,
  LabIdentityDocument,
  TermsMessageDocument,
} from '@labroom/client/documents';
import { parseEther } from 'viem';
import { chainId, graphqlUrl, labroom, oclId, rpcUrl, wallet } from './labroom.ts';

const owner = await labroom.signIn(wallet);
const { labWithDataRoomAndFiles: lab } = await owner.call(LabIdentityDocument, { oclId });
const labId = lab?.labNftTokenId ?? '';
const symbol = 'YIELD';

// The agreement of the members, and the terms that the lab's controller signs.
const agreementData = JSON.stringify({ oclId, symbol });
const { generateOclMembershipAgreement: agreement } = await owner.call(GenerateAgreementDocument, {
  agreementData,
});
const { agreementKey, agreementContentHash: contentHash } = agreement;
if (!agreementKey || !contentHash) throw new Error('The service made no agreement');
const terms = await owner.call(TermsMessageDocument, { agreementKey, contentHash, labId, chainId });
const { message } = terms.getOclTermsMessage;
if (message === null) throw new Error('The service gave no terms');
const signature = await wallet.signMessage({ message });

// One transaction: the token, and its first supply for the wallet.
const { contracts } = await (await fetch(new URL('/contracts.json', graphqlUrl))).json();
const chain = openLabChain({ rpcUrl, network: networks[chainId], account: wallet });
const args = [BigInt(labId), parseEther('1000'), symbol, agreementKey, contentHash, signature];
await chain.write({ ...contracts.OclTokenizer, functionName: 'tokenize', args });
console.log(
  await chain.reader.readContract({
    ...contracts.OclTokenizer,
    functionName: 'tokenized',
    args: [BigInt(labId)],
  }),
);
