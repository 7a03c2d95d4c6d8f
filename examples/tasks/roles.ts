import { networks } from '@labroom/client';
import { openLabChain } from '@labroom/client/chain';
import { chainId, oclId, rpcUrl, wallet } from './labroom.ts';

// The wallet to share the lab with.
const to = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const chain = openLabChain({ rpcUrl, network: networks[chainId], account: wallet });

// A viewer opens the files of the team; a contributor also writes. The role ends by itself in 30 days.
const expiry = BigInt(Math.floor(Date.now() / 1000) + 30 * 86_400);
await chain.grantRole({ oclId, to, role: 'VIEWER', expiry });
console.log(`${to} can read until ${new Date(Number(expiry) * 1000).toISOString()}`);

// From this transaction on, the service releases no key to it.
await chain.revokeRole(oclId, to);
console.log(`${to} can read no more`);
