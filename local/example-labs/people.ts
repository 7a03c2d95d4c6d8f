import type { LabroomClient } from '@labroom/client/client.ts';
import { SetProfileDocument } from '@labroom/client/documents';
import { type LocalAccountName, localAccount } from '@labroom/contracts/local-accounts';
import { profileMessage } from '@labroom/protocol/profile';
import { privateKeyToAccount } from 'viem/accounts';

/** The people of the example labs. They are made up, and their profiles say so. Their faces are drawn from their addresses. */
const people: Partial<Record<LocalAccountName, { name: string; affiliation: string }>> = {
  owner: { name: 'Maren Vosloo', affiliation: 'Made up for the example labs' },
  contributor: { name: 'Teodor Akinfolarin', affiliation: 'Made up for the example labs' },
  viewer: { name: 'Sunniva Rahmani', affiliation: 'Made up for the example labs' },
  agent: { name: 'Plate reader', affiliation: 'A program, made up for the example labs' },
};

/** Writes the profiles of the people, each signed by its wallet for a web app at `site`. */
export async function introducePeople({ call }: Pick<LabroomClient, 'call'>, site: string): Promise<void> {
  for (const [name, texts] of Object.entries(people)) {
    const account = privateKeyToAccount(localAccount(name as LocalAccountName).privateKey);
    const profile = { ...texts, orcid: null, website: null, pictureSha256: null };
    const wallet = account.address;
    const issuedAt = new Date().toISOString();
    const signature = await account.signTypedData(
      profileMessage({ chainId: 31337, site, wallet, issuedAt }, profile),
    );
    await call(SetProfileDocument, { input: { ...profile, wallet, issuedAt }, signature });
  }
}
