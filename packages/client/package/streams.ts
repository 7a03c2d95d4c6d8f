/** `@labroom/client/streams`: downloads of large files, piece by piece. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry
export { type FileToStream, type StreamedFile, type Streaming, streamFile } from '../download/stream-file.ts';
