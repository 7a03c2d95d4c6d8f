import { localAccount } from '@labroom/contracts/local-accounts';
import { type Endpoint, localChain, type RegisteredLab, registerLab } from '@labroom/testing/actors.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { privateKeyToAccount } from 'viem/accounts';

const AT_ONCE = 8;
const WELLS = Array.from({ length: 96 }, (_, n) => `${'ABCDEFGH'[Math.floor(n / 12)]}${two((n % 12) + 1)}`);

/** What every file of the room has, so that a filter lists all of them. */
export const roomCategory = 'Dataset';

/** One pixel, for the README. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes a lab with the room of a screen of 96-well plates: a folder for each plate, and the documents about all of them. */
export async function fillRoom(
  service: Endpoint & { rpcUrl: string },
  plates: number,
): Promise<{ lab: RegisteredLab; paths: string[] }> {
  const owner = privateKeyToAccount(localAccount('owner').privateKey);
  const lab = await registerLab(service, localChain(service.rpcUrl, owner));
  const paths = [
    ...['README.md', 'plates.png', 'hits.csv', 'protocol.md'],
    ...Array.from({ length: plates }, (_, n) => `plates/plate-${two(n + 1)}`).flatMap((folder) => [
      `${folder}/layout.json`,
      ...WELLS.map((well) => `${folder}/well-${well}.csv`),
    ]),
  ];
  const left = paths.values();
  const upload = async () => {
    for (const path of left) {
      const words = path.replaceAll(/[/.-]/g, ' ');
      const [bytes, contentType] = contentOf(path);
      const about = {
        path,
        description: `Kinetics at 30 °C, read every ten seconds: ${words}`,
        tags: ['kinetics', path.split('/')[1] ?? 'all plates'],
        categories: [roomCategory],
      };
      const { error } = await uploadFile(service, lab, bytes, about, contentType);
      if (error) throw new Error(`${path}: ${error.message}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, upload));
  return { lab, paths };
}

function contentOf(path: string): [bytes: Uint8Array | string, contentType: string] {
  if (path.endsWith('.png')) return [picture, 'image/png'];
  if (path.endsWith('.md')) return ['# A screen\n\n![The plates](plates.png)\n', 'text/markdown'];
  if (path.endsWith('.json')) return ['{}', 'application/json'];
  return [`time,absorbance\n0,0.1\n${path}`, 'text/csv'];
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
