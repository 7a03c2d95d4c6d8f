import { openAsBlob } from 'node:fs';
import { findDisclosures } from '@labroom/formats/disclosure/find-disclosures';

/** What is asked about one file before it is published. */
interface Judged {
  path: string;
  reasons: string;
  unchecked: string | null;
  milliseconds: number;
}

/** Asks about files as the page and the command line do, one after the other. */
export async function judge(files: readonly { path: string; file: string }[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { path, file } of files) {
    const start = performance.now();
    const { found, unchecked } = await findDisclosures(await openAsBlob(file), { path });
    const reasons = found.map(({ reason }) => reason).join('; ');
    judged.push({ path, reasons, unchecked, milliseconds: Math.round(performance.now() - start) });
  }
  return judged;
}
