import { createPublicClient, createWalletClient, type Hex, http, parseEventLogs } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { accessResolverAbi, labNftAbi, onChainLabFactoryAbi } from '#contracts/abi.generated.ts';
import { type LocalAccount, localAccount } from '#contracts/local-accounts.ts';
import { networks } from '#contracts/networks.ts';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  GenerateLabImageUploadUrlDocument,
  LabsDocument,
  UpdateLabNftMetadataDocument,
} from '#packages/client/documents.generated.ts';
import type { ApiCall } from '#packages/client/execute.ts';
import { contentTypeOf } from '#packages/client/upload/content-type.ts';
import { uploadFile } from '#packages/client/upload/upload-file.ts';
import { conditionsForTeam } from '#packages/protocol/conditions.ts';
import { type ExampleLab, exampleLabs } from './seed/example-labs.ts';
import { images } from './seed/images.ts';
import { programApi, signIn, uploadPorts } from './seed/program.ts';
import type { LocalJson } from './start/local-json.ts';

const ROLES = { VIEWER: 1, CONTRIBUTOR: 2 } as const;
const DAY = 86_400;

/**
 * Creates the missing example labs through chain and API, like their owners.
 * @returns the number of created labs
 */
export async function seedLabs(local: LocalJson): Promise<number> {
  const { labs } = await programApi(local)(LabsDocument, { perPage: 100 });
  const present = new Set(labs.nodes.map((lab) => lab.name));
  const missing = exampleLabs.filter((lab) => !present.has(lab.name));
  for (const lab of missing) await seedLab(local, lab);
  return missing.length;
}

async function seedLab(local: LocalJson, lab: ExampleLab): Promise<void> {
  const owner = localAccount(lab.owner);
  const chain = chainAs(local, owner);
  const api = await signIn(local, privateKeyToAccount(owner.privateKey));
  const oclId = await chain.mint();
  await api(CreateLabDocument, { oclId });
  for (const { to, role, isAgent = false, days } of lab.grants) {
    const expiry = days === undefined ? 0 : Math.floor(Date.now() / 1000) + days * DAY;
    await chain.grant(oclId, localAccount(to), { role, isAgent, expiry });
  }
  for (const file of lab.files) await upload(api, oclId, owner, file);
  const image = images[lab.name];
  if (image) await uploadImage(api, oclId, image);
  if (lab.announcement) await api(CreateAnnouncementDocument, { oclId, ...lab.announcement });
  // Last, because the name marks a lab as complete. An interrupted lab is created again.
  await api(UpdateLabNftMetadataDocument, { oclId, input: { name: lab.name, description: lab.description } });
}

/** Uploads an SVG, which the worker then publishes. */
async function uploadImage(api: ApiCall, oclId: Hex, image: string): Promise<void> {
  const type = { contentType: 'image/svg+xml' };
  const { generateLabImageUploadUrl } = await api(GenerateLabImageUploadUrlDocument, { oclId, ...type });
  const response = await fetch(generateLabImageUploadUrl.uploadUrl ?? '', {
    method: 'PUT',
    headers: { 'content-type': type.contentType },
    body: image,
  });
  if (!response.ok) throw new Error(`The upload of a lab's image failed with HTTP ${response.status}`);
}

async function upload(
  api: ApiCall,
  oclId: Hex,
  owner: LocalAccount,
  { path, text, type = '', secret, ...said }: ExampleLab['files'][number],
): Promise<void> {
  const file = new File([text], path, { type });
  const request = {
    oclId,
    file,
    contentType: contentTypeOf(file),
    target: { path },
    access: secret
      ? { level: 'ADMIN' as const, conditions: JSON.stringify(conditionsForTeam(oclId, networks[31337])) }
      : { level: 'PUBLIC' as const },
    changeBy: owner.address,
    ...said,
  };
  await uploadFile(uploadPorts(api), request, {}, new AbortController().signal);
}

/** Clients of the chain for one account. */
function chainAs(local: LocalJson, { privateKey }: LocalAccount) {
  const account = privateKeyToAccount(privateKey);
  const transport = http(local.rpcUrl);
  const reader = createPublicClient({ chain: hardhat, transport, pollingInterval: 50 });
  const wallet = createWalletClient({ account, chain: hardhat, transport });
  const { labNft, factory, accessResolver } = local.contracts;

  async function mined(hash: Hex) {
    const receipt = await reader.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error(`Transaction ${hash} reverted`);
    return receipt;
  }
  return {
    async mint(): Promise<Hex> {
      const value = await reader.readContract({
        address: labNft,
        abi: labNftAbi,
        functionName: 'mintFeeWei',
      });
      const hash = await wallet.writeContract({
        address: factory,
        abi: onChainLabFactoryAbi,
        functionName: 'mintAndCreateAccount',
        args: [account.address],
        value,
      });
      const { logs } = await mined(hash);
      const [event] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
      if (!event) throw new Error('The mint told of no lab');
      return event.args.oclId;
    },
    async grant(
      oclId: Hex,
      to: LocalAccount,
      { role, expiry, isAgent }: { role: keyof typeof ROLES; expiry: number; isAgent: boolean },
    ): Promise<void> {
      const hash = await wallet.writeContract({
        address: accessResolver,
        abi: accessResolverAbi,
        functionName: 'grantRole',
        args: [oclId, to.address, ROLES[role], BigInt(expiry), isAgent],
      });
      await mined(hash);
    },
  };
}
