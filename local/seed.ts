import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { localAccount } from '#contracts/local-accounts.ts';
import { networks } from '#contracts/networks.ts';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  GenerateLabImageUploadUrlDocument,
  LabsDocument,
  UpdateLabNftMetadataDocument,
} from '#packages/client/documents.generated.ts';
import type { ApiCall } from '#packages/client/execute.ts';
import { openLabChain } from '#packages/client/lab-chain.ts';
import { clientOf } from './seed/client-of.ts';
import { type ExampleLab, exampleLabs } from './seed/example-labs.ts';
import { images } from './seed/images.ts';
import type { LocalJson } from './start/local-json.ts';

const DAY = 86_400;

/**
 * Creates the missing example labs through chain and API, like their owners.
 * @returns the number of created labs
 */
export async function seedLabs(local: LocalJson): Promise<number> {
  const { labs } = await clientOf(local).call(LabsDocument, { perPage: 100 });
  const present = new Set(labs.nodes.map((lab) => lab.name));
  const missing = exampleLabs.filter((lab) => !present.has(lab.name));
  for (const lab of missing) await seedLab(local, lab);
  return missing.length;
}

async function seedLab(local: LocalJson, lab: ExampleLab): Promise<void> {
  const account = privateKeyToAccount(localAccount(lab.owner).privateKey);
  const chain = openLabChain({ rpcUrl: local.rpcUrl, network: networks[31337], account });
  const client = await clientOf(local).signIn(account, { serviceName: 'labroom-examples' });
  const { oclId } = await chain.mintLab();
  await client.call(CreateLabDocument, { oclId });
  for (const { to, role, isAgent, days } of lab.grants) {
    const expiry = days === undefined ? 0 : Math.floor(Date.now() / 1000) + days * DAY;
    await chain.grantRole({ oclId, to: localAccount(to).address, role, isAgent, expiry: BigInt(expiry) });
  }
  for (const { path, text, type, secret, ...metadata } of lab.files)
    await client.upload({
      oclId,
      target: { path },
      body: text,
      contentType: type,
      access: secret ? 'TEAM' : 'PUBLIC',
      ...metadata,
    });
  const image = images[lab.name];
  if (image) await uploadImage(client.call, oclId, image);
  if (lab.announcement) await client.call(CreateAnnouncementDocument, { oclId, ...lab.announcement });
  // Last, because the name marks a lab as complete. An interrupted lab is created again.
  await client.call(UpdateLabNftMetadataDocument, {
    oclId,
    input: { name: lab.name, description: lab.description },
  });
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
