import { encodeDicom } from '@labroom/example-labs/encoders/dicom.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { readDicom } from './read-dicom.ts';

const pixels = Uint8Array.from([0, 50, 100, 150, 200, 250]);
const dicom = (bytes: Uint8Array, frame = 0) => readDicom(new Blob([new Uint8Array(bytes)]), { frame });

it('reads one frame of a DICOM image, and no personal data', async () => {
  const bytes = encodeDicom({
    width: 3,
    height: 1,
    pixels,
    frames: 2,
    extra: [
      [8, 0x70, 'LO', 'Maker'],
      [0x10, 0x10, 'PN', 'Doe^Jane'],
      [0x10, 0x20, 'LO', 'P-123'],
    ],
  });
  const image = await dicom(bytes, 1);
  expect(image).toMatchObject({
    modality: 'MR',
    width: 3,
    height: 1,
    frameCount: 2,
    frame: 1,
    window: { center: 100, width: 200 },
  });
  expect([...image.pixels]).toEqual([150, 200, 250]);
  expect(image.personal).toEqual(['name of the patient', 'patient ID']);
  expect(JSON.stringify(image)).not.toMatch(/Doe|P-123/);
});

it('reads 16 bits', async () => {
  const image = await dicom(encodeDicom({ width: 3, height: 1, bits: 16, pixels }));
  expect([...image.pixels]).toEqual([50 * 256, 100 + 150 * 256, 200 + 250 * 256]);
});

it.each([
  ['another kind', new Uint8Array(200), 'This is not a DICOM file.'],
  [
    'truncated pixels',
    encodeDicom({ width: 30, height: 10, pixels }),
    'it claims 1 images of 30 × 10 pixels and is too short',
  ],
  ['absurd size', encodeDicom({ width: 65_535, height: 65_535, pixels }), 'too many for a preview'],
  [
    'absurd number of frames',
    encodeDicom({ width: 3, height: 1, frames: 2_147_483_647, pixels }),
    'is too short',
  ],
  ['no size', encodeDicom({ width: 0, height: 1, pixels }), 'the image has no size'],
  ['HTJ2K', encodeDicom({ width: 3, height: 1, pixels, syntax: '1.2.840.10008.1.2.4.201' }), 'HTJ2K'],
  ['video', encodeDicom({ width: 3, height: 1, pixels, syntax: '1.2.840.10008.1.2.4.102' }), 'H.264 video'],
  [
    'a private syntax',
    encodeDicom({ width: 3, height: 1, pixels, syntax: '1.3.46.670589' }),
    'stored in a way',
  ],
  [
    'pixels that are not packed',
    encodeDicom({ width: 3, height: 1, pixels, syntax: '1.2.840.10008.1.2.4.50' }),
    'not packed as its header says',
  ],
  ['cut header', encodeDicom({ width: 3, height: 1, pixels }).slice(0, 190), /DICOM/],
])('says what is wrong with a DICOM file: %s', async (_, bytes, message) => {
  await expect(dicom(bytes)).rejects.toThrow(message);
});

// Long inputs: few changes can break it.
if (!isQuick)
  it('survives sequences within sequences', async () => {
    const item = [0xfe, 0xff, 0x00, 0xe0, 0xff, 0xff, 0xff, 0xff];
    const sequence = [0x40, 0, 0x20, 0xa7, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff];
    const header = encodeDicom({ width: 3, height: 1, pixels }).slice(0, 190);
    const nested = Array.from({ length: 20_000 }, () => [...sequence, ...item]).flat();
    await expect(dicom(new Uint8Array([...header, ...nested]))).rejects.toThrow('The DICOM file is damaged');
  });

it('reads a file without preamble', async () => {
  const image = await dicom(encodeDicom({ width: 3, height: 1, pixels }).slice(132));
  expect([...image.pixels]).toEqual([0, 50, 100]);
});

it('reads pixels of one bit', async () => {
  const packed = Uint8Array.of(0b101, 0);
  const bytes = encodeDicom({ width: 3, height: 1, pixels: packed });
  const at = Buffer.from(bytes).indexOf(Buffer.from([0x28, 0, 0, 1, 0x55, 0x53, 2, 0]));
  bytes[at + 8] = 1;
  expect([...(await dicom(bytes)).pixels]).toEqual([1, 0, 1]);
});
