import { randomBytes } from 'node:crypto';
import {
  type AccessRequestFieldsFragment,
  DeclineAccessRequestDocument,
  RequestAccessDocument,
} from '@labroom/client/documents';
import {
  type AskedAccess,
  accessDeclineMessage,
  accessRequestMessage,
  defaultPromise,
} from '@labroom/protocol/access-request';
import { accessRequests } from '@labroom/service/platform/db/tables/access-requests.ts';
import { type Address, type Hex, type TypedDataDefinition, toHex } from 'viem';
import { type Api, resultOf } from './test-client.ts';
import { nextMoment, type SignedWith } from './test-profile.ts';
import type { TestService } from './test-service.ts';

interface Signer {
  address: Address;
  signTypedData(message: TypedDataDefinition): Promise<Hex>;
}

type Asked = Partial<Omit<AskedAccess, 'oclId'>> & { oclId: string };

/** Arguments of `requestAccess`. */
export async function signedAccessRequest(signer: Signer, asked: Asked, given: SignedWith) {
  const { site, chainId = 31337, issuedAt = nextMoment() } = given;
  const defaults = { role: 'VIEWER', ref: null, until: null, promise: defaultPromise, answers: [] } as const;
  const all = { ...defaults, invitation: null, ...asked, oclId: asked.oclId as Hex };
  const signed = { site, chainId, issuedAt, wallet: signer.address };
  const signature = await signer.signTypedData(accessRequestMessage(signed, all));
  const { invitation: _, answers, ...input } = all;
  return { input: { ...input, answers: [...answers], wallet: signer.address, issuedAt }, signature };
}

/** Arguments of `declineAccessRequest`. */
export async function signedDecline(
  signer: Signer,
  request: Pick<AccessRequestFieldsFragment, 'id' | 'oclId' | 'wallet'>,
  reason: string,
  given: SignedWith,
) {
  const { site, chainId = 31337, issuedAt = nextMoment() } = given;
  const signed = { site, chainId, issuedAt, wallet: signer.address };
  const [id, oclId, asker] = [request.id, request.oclId, request.wallet] as Hex[];
  const message = accessDeclineMessage(signed, { oclId, request: id, asker, reason } as never);
  const signature = await signer.signTypedData(message);
  return { input: { id, reason, wallet: signer.address, issuedAt }, signature };
}

export const requestAccess = (service: Api, args: object) => resultOf(service, RequestAccessDocument, args);

export const declineAccessRequest = (service: Api, args: object) =>
  resultOf(service, DeclineAccessRequestDocument, args);

/** A request of this wallet, as accepted. */
export async function newRequest(
  service: TestService,
  oclId: string,
  signer: Signer,
  asked: Partial<Asked> = {},
): Promise<AccessRequestFieldsFragment> {
  const site = new URL(service.context.config.http.webUrl).host;
  const { request, error } = await requestAccess(
    service,
    await signedAccessRequest(signer, { ...asked, oclId }, { site }),
  );
  if (!request) throw new Error(`The request was refused: ${error?.message}`);
  return request;
}

/** An open request, as a row without a valid signature: of a lab that does not exist. */
export async function storedRequest({ context }: TestService, wallet: string, ref?: string) {
  const id = toHex(randomBytes(32));
  const values = { id, oclId: toHex(randomBytes(32)), wallet: wallet.toLowerCase(), role: 'VIEWER' as const };
  await context.db.insert(accessRequests).values({
    ...values,
    ref,
    promise: defaultPromise,
    answers: [],
    chainId: context.config.chain.id,
    site: 'labroom.test',
    signature: '0x00',
    issuedAt: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
    afterBlock: 0,
  });
  return values;
}
