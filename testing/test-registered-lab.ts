import type { Address } from 'viem';
import { ask, signIn } from './test-client.ts';
import { type MintedLab, mintLab } from './test-lab.ts';
import type { TestService } from './test-service.ts';
import type { Author } from './test-upload.ts';
import { fundedWallet, type TestWallet } from './test-wallets.ts';

const CREATE_LAB =
  'mutation($input: CreateLabInput!) { createLab(input: $input) { lab { oclId shortname } error { code message } } }';

/** A lab on the chain and in the service, with its owner signed in. */
export interface RegisteredLab extends MintedLab, Author {
  owner: TestWallet;
}

export async function registeredLab(
  service: Pick<TestService, 'url' | 'credential'>,
  wallet?: TestWallet,
  holder?: Address,
): Promise<RegisteredLab> {
  const owner = wallet ?? (await fundedWallet());
  const lab = await mintLab(owner, holder);
  const { token } = await signIn(service, owner);
  const { createLab } = await ask(service, CREATE_LAB, { input: { oclId: lab.oclId } }, token);
  if (createLab.error) throw new Error(createLab.error.message);
  return { ...lab, owner, token, wallet: owner.address };
}

/** Another wallet's view of the same lab. */
export async function as(
  service: Pick<TestService, 'url' | 'credential'>,
  lab: RegisteredLab,
  wallet: TestWallet,
): Promise<Author> {
  return { oclId: lab.oclId, wallet: wallet.address, token: (await signIn(service, wallet)).token };
}
