import type { ServiceContext } from '#core/context/context.ts';
import { bitmapKey, imageKey, parseImageKey } from './image-types.ts';
import { findConversion } from './image-upload-store.ts';

/**
 * The path of the bitmap that a path of an image leads to: itself, or the one to which an image of before was converted. `null`
 * if there is none, or not yet.
 */
export async function currentImageKey(
  { db, storage }: Pick<ServiceContext, 'db' | 'storage'>,
  key: string,
): Promise<string | null> {
  const named = parseImageKey(key);
  if (!named) return null;
  if (named.format && (await storage.head(bitmapKey(named.id, 'png')))) return imageKey(named.id);
  const converted = await findConversion(db, key);
  return converted && (await storage.head(bitmapKey(converted.id, 'png'))) ? imageKey(converted.id) : null;
}
