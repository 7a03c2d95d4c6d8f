import { type ChainId, createLabroomClient } from '@labroom/client';
import { privateKeyToAccount } from 'viem/accounts';

// `. ./lab.env` sets the last two. start.ts writes that file.
const { LABROOM_URL, CHAIN_ID, RPC_URL, PRIVATE_KEY, LABROOM_CREDENTIAL = '', LAB = '' } = process.env;

export const graphqlUrl = `${LABROOM_URL}/graphql`;
export const rpcUrl = `${RPC_URL}`;
export const chainId = Number(CHAIN_ID) as ChainId;
export const wallet = privateKeyToAccount(PRIVATE_KEY as `0x${string}`);
export const oclId = LAB as `0x${string}`;

/** Reads what is public. `signIn(wallet)` returns a client that acts for the wallet. */
export const labroom = createLabroomClient({ graphqlUrl, chainId, credential: LABROOM_CREDENTIAL });
