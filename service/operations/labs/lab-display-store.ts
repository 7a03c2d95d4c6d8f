import { shortnameOf } from '@labroom/protocol/shortname';
import { eq } from 'drizzle-orm';
import type { LabRow } from '#core/labs/lab-rows.ts';
import type { Database, Reader, Transaction } from '#platform/db/database.ts';
import { labTransaction } from '#platform/db/lab-transaction.ts';
import { resealed } from '#platform/db/tables/columns.ts';
import { labShortnames, labs } from '#platform/db/tables/labs.ts';
import { keepImage, retireImage, supersedeImages } from './image/image-upload-store.ts';

type Display = Partial<Pick<LabRow, 'name' | 'description' | 'image' | 'externalUrl'>>;

/** Updates the display metadata. A new name gives a new shortname; old ones stay as aliases. */
export function updateDisplay(db: Database, oclId: string, display: Display): Promise<void> {
  return labTransaction(db, oclId, async (tx) => {
    const [lab] = await tx.select().from(labs).where(eq(labs.oclId, oclId)).for('update');
    if (!lab) return;
    if (display.image !== undefined) await replaceImage(tx, lab, display.image);
    const renamed = display.name !== undefined && display.name !== lab.name;
    const shortname = renamed ? await claimShortname(tx, lab, display.name ?? null) : lab.shortname;
    await tx
      .update(labs)
      .set({ ...display, shortname, ...resealed })
      .where(eq(labs.oclId, oclId));
  });
}

/**
 * Cancels pending uploads, schedules the previous image for deletion, and removes the new image from the deletion
 * queue.
 */
async function replaceImage(tx: Transaction, lab: LabRow, image: string | null): Promise<void> {
  await supersedeImages(tx, lab.oclId);
  if (image !== lab.image) await retireImage(tx, lab.oclId, lab.image);
  if (image) await keepImage(tx, image);
}

/** The slug of a name, with a number appended while another lab has it. A lab can reuse its former shortnames. */
async function claimShortname(tx: Reader, lab: LabRow, name: string | null): Promise<string> {
  const slug = shortnameOf(name ?? '') || `lab-${lab.tokenId}`;
  for (let suffix = 1; ; suffix += 1) {
    const shortname = suffix === 1 ? slug : `${slug}-${suffix}`;
    await tx.insert(labShortnames).values({ shortname, oclId: lab.oclId }).onConflictDoNothing();
    const [holder] = await tx.select().from(labShortnames).where(eq(labShortnames.shortname, shortname));
    if (holder?.oclId === lab.oclId) return shortname;
  }
}
