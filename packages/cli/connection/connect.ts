import {
  createLabroomClient,
  type KeptUploads,
  type LabroomClient,
  LabroomError,
  type Network,
  networks,
} from '@labroom/client';
import {
  ExtendServiceTokenDocument,
  LabIdentityDocument,
  SessionHoldsDocument,
} from '@labroom/client/documents';
import { type Invocation, type OptionDescription, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { findFolder, type TiedFolder } from '../store/folder.ts';
import { keptUploads } from '../store/kept-uploads.ts';
import { type StoredSession, sessionStore } from '../store/session-store.ts';

/** Lifetime of a service token, and the part of it after which a command extends it. */
export const tokenLifetime = { expiresIn: '30d', renewAfterMs: 10 * 86_400_000 };

export const serviceOption = [
  'URL',
  'the service; default: that of the folder, or of the last login',
] as const satisfies OptionDescription;
export const labOption = [
  'LAB',
  'the lab, by oclId or short name; default: that of the folder',
] as const satisfies OptionDescription;

export interface Connection {
  session: StoredSession;
  client: LabroomClient;
  network: Network;
  /** The folder around the current one, if it is tied to a lab of this service. */
  folder: TiedFolder | null;
}

export interface LabConnection extends Connection {
  lab: { oclId: `0x${string}`; shortname: string; name: string };
}

/**
 * Opens the session with the service of a command, and asks the service whether it holds.
 * @throws CommandError `signIn` without a session. Errors: `SessionEndedError`
 */
export async function connect(invocation: Invocation): Promise<Connection> {
  const connection = await openSession(invocation);
  await connection.client.call(SessionHoldsDocument, {});
  return connection;
}

async function openSession(invocation: Invocation): Promise<Connection> {
  const around = await findFolder(invocation.cwd);
  const named = textOption(invocation, 'service');
  const service = named ? originOf(named) : around?.service;
  const store = sessionStore(invocation.env);
  const found = await store.find(service);
  if (!found) throw new CommandError('signIn', signInAdvice(service));
  if (Date.parse(found.credentialEndsAt) <= Date.now())
    throw new CommandError('signIn', `The credential has expired. ${signInAdvice(service)}`);
  const session = await renewed(found);
  if (session !== found) await store.keep(session, false);
  const folder = around?.service === originOf(session.graphqlUrl) ? around : null;
  const client = clientOf(session, keptUploads(invocation.env, originOf(session.graphqlUrl)));
  return { session, client, network: networkOf(session), folder };
}

/** As `connect`, with the lab that the options or the folder name. */
export async function connectToLab(invocation: Invocation): Promise<LabConnection> {
  const connection = await openSession(invocation);
  const named = textOption(invocation, 'lab') ?? connection.folder?.oclId;
  if (!named) throw new CommandError('usage', 'Name a lab with --lab, or run labroom init in this folder.');
  return { ...connection, lab: await findLab(connection.client, named) };
}

/** Finds a lab by oclId or short name. @throws CommandError */
export async function findLab(client: LabroomClient, named: string): Promise<LabConnection['lab']> {
  const by = /^0x/i.test(named) ? { oclId: named } : { shortname: named };
  const { labWithDataRoomAndFiles: lab } = await client.call(LabIdentityDocument, by);
  if (!lab) throw new CommandError('failed', `There is no lab ${named}.`);
  return {
    oclId: lab.oclId as `0x${string}`,
    shortname: lab.shortname,
    name: labTitle(lab),
  };
}

export const labTitle = (lab: { name: string | null; labNftTokenId: string }) =>
  lab.name ?? `Lab #${lab.labNftTokenId}`;

/** URL of a page of the web app. Only on this machine it may be without TLS. */
export function pageUrl({ site }: Pick<StoredSession, 'site'>, path: string): string {
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(site);
  return new URL(path, `${isLocal ? 'http' : 'https'}://${site}`).href;
}

export function originOf(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin;
  throw new CommandError('usage', `${url} is not the URL of a service, e.g. https://labroom.example.`);
}

const signInAdvice = (service?: string) => `Run labroom login${service ? ` --service ${service}` : ''}.`;

function clientOf(
  { graphqlUrl, chainId, credential, wallet, serviceToken, tokenId, ...rest }: StoredSession,
  kept?: KeptUploads,
) {
  const network = networkOf({ chainId, ...rest });
  return createLabroomClient({
    graphqlUrl,
    chainId,
    credential,
    network,
    session: { wallet, serviceToken, tokenId },
    ...(kept && { kept }),
  });
}

const networkOf = ({
  chainId,
  accessResolver,
}: Pick<StoredSession, 'chainId' | 'accessResolver'>): Network => ({
  ...networks[chainId],
  contracts: { ...networks[chainId].contracts, accessResolver },
});

/** Extends the token when it is due. The former one stays in use if the service cannot be reached or wants a signature. */
async function renewed(session: StoredSession): Promise<StoredSession> {
  if (Date.parse(session.renewAt) > Date.now()) return session;
  const args = { tokenId: session.tokenId, expiresIn: tokenLifetime.expiresIn };
  const answer = await clientOf(session)
    .call(ExtendServiceTokenDocument, args)
    .catch((error: unknown) => {
      if (error instanceof LabroomError) return null;
      throw error;
    });
  const token = answer?.extendServiceToken.token;
  if (!token) return session;
  return {
    ...session,
    serviceToken: token,
    renewAt: new Date(Date.now() + tokenLifetime.renewAfterMs).toISOString(),
  };
}
