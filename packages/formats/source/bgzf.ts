/** The empty block that ends a file (SAM 1.6, 4.1.2). */
const END_MARK = Uint8Array.from([
  0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 6, 0, 0x42, 0x43, 2, 0, 0x1b, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/**
 * Whether a file is one of bgzip (BAM, `.vcf.gz`) and lacks the mark that ends such a file. One that is cut between two blocks is a
 * sound gzip file, and nothing else tells of the cut; a program that writes no mark leaves it out too.
 */
export async function lacksEndBlock(body: Blob): Promise<boolean> {
  const start = new Uint8Array(await body.slice(0, 18).arrayBuffer());
  const hasLength = start.length === 18 && start[3] === 4 && start[12] === 0x42 && start[13] === 0x43;
  if (!hasLength) return false;
  const end = new Uint8Array(await body.slice(-END_MARK.length).arrayBuffer());
  return END_MARK.some((byte, at) => end[at] !== byte);
}
