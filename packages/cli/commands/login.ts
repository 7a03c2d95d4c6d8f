import { hostname } from 'node:os';
import { createLabroomClient, discoverService, issueCredential } from '@labroom/client';
import { type Invocation, type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { launchBrowser } from '../command-line/launch.ts';
import { originOf, tokenLifetime } from '../connection/connect.ts';
import { type MessageSigner, namedSigner, openKey } from '../signing/signer.ts';
import { type StoredSession, type StoredSigner, sessionStore } from '../store/session-store.ts';

const credentialDays = 180;

/** Signs in: issues a consumer credential and a service token to the wallet, and keeps both. */
export const login: Run = async (invocation) => {
  const store = sessionStore(invocation.env);
  const named = textOption(invocation, 'service') ?? (await store.find())?.graphqlUrl;
  if (!named) throw new CommandError('usage', 'Name the service with --service URL.');
  const graphqlUrl = `${originOf(named)}/graphql`;
  const signer = namedSigner(invocation);
  if (!signer) throw new CommandError('usage', 'Name the wallet with --keystore, --kms-key or --browser.');

  const service = await discoverService(graphqlUrl);
  const { wallet, ...issued } = await withSigner(signer, service.chainId, invocation, (account) =>
    signIn(graphqlUrl, service.chainId, account),
  );
  const { origin } = new URL(graphqlUrl);
  await store.keep({ graphqlUrl, ...service, wallet, signer, ...issued }, true);
  return {
    text: `Signed in to ${origin} as ${wallet}, until ${issued.credentialEndsAt.slice(0, 10)}.`,
    data: { service: origin, wallet, chainId: service.chainId, until: issued.credentialEndsAt },
  };
};

type Issued = Omit<StoredSession, 'graphqlUrl' | 'chainId' | 'site' | 'accessResolver' | 'signer'>;

async function signIn(
  graphqlUrl: string,
  chainId: StoredSession['chainId'],
  signer: MessageSigner,
): Promise<Issued> {
  const label = `labroom on ${hostname()}`.slice(0, 100);
  const issued = await issueCredential({ graphqlUrl, signer, label, validDays: credentialDays });
  const { session } = await createLabroomClient({
    graphqlUrl,
    chainId,
    credential: issued.credential,
  }).signIn(signer, { serviceName: 'labroom', expiresIn: tokenLifetime.expiresIn });
  if (!session?.tokenId) throw new CommandError('failed', 'The service issued no token.');
  return {
    wallet: signer.address,
    credential: issued.credential,
    consumerId: issued.consumerId,
    credentialEndsAt: issued.expiresAt,
    serviceToken: session.serviceToken,
    tokenId: session.tokenId,
    renewAt: new Date(Date.now() + tokenLifetime.renewAfterMs).toISOString(),
  };
}

async function withSigner<Result>(
  signer: StoredSigner,
  chainId: number,
  invocation: Invocation,
  sign: (signer: MessageSigner) => Promise<Result>,
): Promise<Result> {
  if (signer.kind !== 'browser') return sign(await openKey(signer, invocation));
  const { openBrowserWallet } = await import('../signing/browser-wallet.ts');
  await using wallet = await openBrowserWallet({
    chainId,
    terminal: invocation.terminal,
    launch: launchBrowser,
  });
  // Awaited here: the page must stay until both messages are signed.
  return await sign(await wallet.connect());
}
