import type { Address } from 'viem';
import { type Endpoint, type RegisteredLab, registerLab, signIn } from './actors.ts';
import type { Author } from './test-upload.ts';
import { chainOf, fundedWallet, type TestWallet } from './test-wallets.ts';

export type { RegisteredLab };

export async function registeredLab(
  service: Endpoint,
  wallet?: TestWallet,
  holder?: Address,
): Promise<RegisteredLab> {
  return registerLab(service, chainOf(wallet ?? (await fundedWallet())), holder);
}

/** Another wallet's view of the same lab. */
export async function as(service: Endpoint, lab: RegisteredLab, wallet: TestWallet): Promise<Author> {
  return { oclId: lab.oclId, wallet: wallet.address, token: (await signIn(service, wallet)).token };
}
