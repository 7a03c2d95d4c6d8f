import { createHash } from 'node:crypto';
import { eq, lte, sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { type ImageRefusal, rejectedImages } from '#platform/db/tables/labs.ts';
import { type DrawnImage, drawBitmaps } from './draw-bitmaps.ts';
import type { ImageType } from './image-types.ts';

/** Changes with the rules, so that a picture that was rejected by earlier ones is looked at again. */
const rules = 'pictures 1';

/** As `drawBitmaps`; a picture that was rejected before is rejected at once. */
export async function drawUnknownBitmaps(
  db: Database,
  type: ImageType,
  bytes: Uint8Array,
): Promise<DrawnImage> {
  const hash = createHash('sha256').update(`${rules}\n${type}\n`).update(bytes).digest();
  const [known] = await db
    .select({ refusal: rejectedImages.refusal })
    .from(rejectedImages)
    .where(eq(rejectedImages.hash, hash));
  if (known) return { refusal: known.refusal };
  const drawn = await drawBitmaps(type, bytes);
  if ('refusal' in drawn) await remember(db, hash, drawn.refusal);
  return drawn;
}

/** Remembers a rejection for a month. */
async function remember(db: Database, hash: Uint8Array, refusal: ImageRefusal): Promise<void> {
  await db.delete(rejectedImages).where(lte(rejectedImages.rejectedAt, sql`now() - interval '30 days'`));
  await db.insert(rejectedImages).values({ hash, refusal }).onConflictDoNothing();
}
