/** The parts of the decoders that are used; the packages have no types. */
interface ImageDecoder<Frame> {
  /** Room for the compressed bytes in the memory of the decoder. */
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  /** Valid until `delete`. */
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): Frame;
  delete(): void;
}
/** What takes the messages of a decoder. */
interface Silent {
  print: () => void;
  printErr: () => void;
}
interface FrameInfo {
  width: number;
  height: number;
  bitsPerSample: number;
  componentCount: number;
}

declare module '@cornerstonejs/codec-charls/decode' {
  /** 0: one component after the other. */
  interface Decoder extends ImageDecoder<FrameInfo> {
    getInterleaveMode(): number;
  }
  export default function load(options: Silent): Promise<{ JpegLSDecoder: new () => Decoder }>;
}
declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decode' {
  export default function load(options: Silent): Promise<{ JPEGDecoder: new () => ImageDecoder<FrameInfo> }>;
}
declare module '@cornerstonejs/codec-openjpeg/decode' {
  export default function load(options: Silent): Promise<{
    J2KDecoder: new () => ImageDecoder<FrameInfo & { isSigned: boolean }>;
  }>;
}
declare module 'jpeg-lossless-decoder-js' {
  export class Decoder {
    decode(
      buffer: ArrayBuffer,
      offset: number,
      length: number,
      bytesPerSample: number,
    ): Uint8Array | Uint16Array;
  }
}
