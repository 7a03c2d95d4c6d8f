const START = '\u2030PNG\r\n\u001a\n';

/** Whether a file is a PNG of 16 bits without interlace, of which browsers show the upper 8 bits. By its first bytes. */
export async function isDeepPng(body: Blob): Promise<boolean> {
  const start = await body.slice(0, 29).arrayBuffer();
  const [depth, , , , interlace] = new Uint8Array(start.slice(24));
  // TextDecoder reads latin1 as Windows-1252.
  return new TextDecoder('latin1').decode(start.slice(0, 8)) === START && depth === 16 && interlace === 0;
}
