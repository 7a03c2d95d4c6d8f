/** `@labroom/client/streams`: large files, piece by piece, a range of them, or over several runs of a program. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry
export { openRanges, type RangedFile } from '../download/read-range.ts';
export { type FileToStream, type StreamedFile, type Streaming, streamFile } from '../download/stream-file.ts';
export { keptInDatabase } from '../upload/kept-in-database.ts';
