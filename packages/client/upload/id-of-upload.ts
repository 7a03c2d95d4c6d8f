import { sha256Hex } from '../crypto/primitives/aes-gcm.ts';
import type { UploadRequest } from './upload-request.ts';

/** Bytes at both ends of a file that tell it from another one of its name, size and date. */
const END_BYTES = 65_536;

/** Names the upload of a file: the same file, chosen again for the same place, by the same wallet. Says nothing about its content. */
export async function idOfUpload({
  oclId,
  changeBy,
  target,
  access,
  contentType,
  file,
}: UploadRequest): Promise<string> {
  const { name, size, lastModified } = file;
  const facts = {
    oclId,
    changeBy,
    target,
    isPublic: access.level === 'PUBLIC',
    contentType,
    name,
    size,
    lastModified,
  };
  const ends = [file.slice(0, END_BYTES), file.slice(Math.max(0, size - END_BYTES))];
  const bytes = await new Blob([JSON.stringify(facts), ...ends]).arrayBuffer();
  return sha256Hex(bytes);
}
