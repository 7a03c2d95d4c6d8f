import { inflateSync } from 'node:zlib';
import { encodeHdf5 } from '@labroom/example-labs/encoders/hdf5.ts';
import { encodeNifti } from '@labroom/example-labs/encoders/nifti.ts';
import { expect, it } from 'vitest';
import { findDisclosures } from './find-disclosures.ts';

/** Headers that nibabel and h5py wrote, packed with zlib: with DICOM behind the header, MINC 2, NWB, and one that names nobody. */
const files: Readonly<Record<string, string>> = {
  'ext.nii':
    'eNqLYWQgCjAzMIEhIxSiAhYGATDdYI8fn3CG0IMFMOGRw+ZOYsUYGPK0DcGhZAC1RQAIA/w4GFzyU+O8EvNSBYAyLo4cDIaW5gYGxkaGuFwBAK2KEZs=',
  'n2.nii':
    'eNqTYWJgyNM2YuDlkuJiYRBgYGaAACYcNCMBGj/4YE8urcCEzRzSQUFiSWZqXomVgldiXqqCS36qtUKIq60RAy0AE9k6ifUftdURBgDeHBcG',
  'minc.h5':
    'eNrtl89OwkAQxrdFpCBEjJqoiQlHL5hiTAw3iFQbY4CIB08q4U9oAoVgOfgG9cZj+CgefQSPvgV22V1gqxgELobvd9nOzs5us/t1Z/pi5i5ikYMIoWgaWSNxMsmA4yZlW/gfeavw1uXtqyr6laFvj/dv8fn9425vDIOOHvgQ63wEWasRsIqYRrZI2ztuCz29qfK4lmVXkifHOvHpMjPnutP0awaY3QjOpt/PMPQL/Y71K25ZNyiPs+x6e1K35oLrlvKFHFWw0F0iIH8Xfh2Dv90DxRCzO+HZ7oFMVD5/gDxG6YflcZ2yY9Vshzw5verzEvKY/x44Csn3gF/HYNo9EGJ7pghbk/Yx4H3Z9DmuiVzPTizoWbRfVVWF1QHs5AOKG/upMogSnc8b8TwaqfeazQe73Kpx/7bCIsS6uYJxf5XNG+O4zWGcVfVUZNWtiqents3iQhNxp2eplJ5Oe0/6ArpSR2+vb/w+fpT3dqElAAAAAKx6Xbm+5LqyP6WuNPm8YbLj+dqdWrfstLvCv68owxotPlpbfg/6e+AeTv47FHF4AAAAwJxcnheuh/k0Tr7lW0qp3EqUWpbT8MW9b2LvAAAAAAAAAACA/8IXw4F/zg==',
  'nwb.h5':
    'eNrtmk9PGkEUwGd2Wd1iTDFetLZ1jxglWapJaS9gCu2madQoB2780bFs00KLS8JHoDePfgQ/gh+hH6HHfgSO3pBx3sDOGPxDDMHyfiF5+3Yes8PbN8Obt/vby36cj76IEo5tkwiJkTBdIJVQddleAklBtkGeG/I8vW5bgvML0L9ul9/P5bh1V0Ne558lpE2QacTLbe9xWQDdAfnHUO2+shprlL+T8uGvpn/iB369psRn6oHXHRa/nin0qnW/+PWggyW8lRi/ofhtW6oda/1kDf8HqwWswfWTZuUbOwxGjt+Dnd0sJUZ/Vb9YVdfrwpqQrXV1fXVM1U6P92mDEkv4gkpdzGRKqeInKc1eOz9e7rVz38f6bcLDVk9y3TDEaRv6M2kKbkFMG0F7ovzxjMeEPfjNnz7sfqGhYdOQHSdbZxvO53KNgS6X7RmQvThPuEnuN8EiyOS7t27C3Uy8SeZd9/31RxnH6XNcWxAEQRAEQRAEQRBkXMg6k6wfxWdvt5d10NNltV5wAfrflen047B6s+6Xu+rNpVdC4vOS6USvN8dBXmrzCurLRf9I6EflgBXrx8WK3wiqoXnp3jt+9Tqprczv0euiniN60OuiZ09iXZTz+fz17fZyvu69xBgeT1wVnmRcDfuf0J/njAtex5fPA3htfzGkmzesO2k4yEDUZzDCEQRBEOR/yM/U9yMiYBfR8rUFJw0ZWoZszZGtLiQLg3zN0PK1KuRrjjaCyXo/4q79eWcd9+e4Px/sz+Xu40zL21v9+QXfe5T9KO3HnRfHezEKV9BIp3I=',
  'ok.h5':
    'eNrtmTFPwkAUx+9awIIQq3FAp4bJhYTo4qgRFI0RIg5sUOEGTGgJXAc2R90c+Qh+FL8V9tq7tnciEuNA5P0GXu71+u56+d+/wL3Wq5eF3GEOMQwDpZCJksw5s5LcFte7PGIeX3h810Q+HVwr8rzJ61t62Db4jQ/3tRrrPVcQ45ymxf3AJlKvnTdZbPP2EY8fmtxv4j0+kR4VsTPo8zz1+tOETisrjrvLFafqOo/qXN8FtI8M1BsTm7rjjmMPCcsfYBzcaUZjGtI+2YtTQU6tN7LpgDh05XrZRD1NqpcN6rkjMmYTFM/1U71Mop6e2MeiA+Y7GmMc9ZGjGXQ1DVHmLPhM+y2W1zQNh0OEdXRRMHIKwdta6rF116hi/yktMcst2QfFBYv7piF0m1peV/jbc2Yz9vVXXck61H094CV6jfWEFD0Vi4vfGLM1X4/wQbqK/6h6yvP9xNaP7e9VfWI7IUb2Sr26aNzixDJJ/uRzYzvEqrrEunYmdEA9SmKPiXzHx3ZcZzp0vYniA0LGI1o+rvimm1Lyvk+XKyfhXKL5sXkxP7Va3LVj2jvwLgQAAAAAAAAAAACA3//vIP+uT/7/l4LlAQAAAIB/RXjujr49dwc2G/XcXZxjnpUWf39s/tG4n1vxc9M=',
};

async function reasonsOf(path: string, bytes: Uint8Array): Promise<string[]> {
  const { found } = await findDisclosures(new Blob([new Uint8Array(bytes)]), { path });
  return found.map(({ reason }) => reason);
}

it.each([
  ['ext.nii', ['Names the patient: Doe^Jane', 'Date of birth: 19700321']],
  ['n2.nii', ['Names a person in its header: Jane Doe']],
  [
    'minc.h5',
    [
      'Names a person (full_name): DOE^JANE',
      'ID of the patient: 4711099',
      'Names a person (operator): Sam Smith',
    ],
  ],
  ['nwb.h5', ['Names a person (experimenter): Doe, Jane', 'Date of birth: 1970-03-21T00:00:00']],
  ['ok.h5', []],
])('finds the persons that other programs wrote into %s', async (name, reasons) => {
  expect(await reasonsOf(name, inflateSync(Buffer.from(files[name] ?? '', 'base64')))).toEqual(reasons);
});

const nifti = (description: string, database = '') => {
  const bytes = encodeNifti({ size: [1, 1, 1], voxel: [1, 1, 1], description, at: () => 0 });
  bytes.set(Buffer.from(database), 14);
  return bytes;
};

it.each([
  ['DOE^JANE 19700321', '', ['Names a person in its header: DOE^JANE 19700321']],
  ['', 'Jane Doe', ['Names a person in its header: Jane Doe']],
  ['TE=2.3;patient name=Jane Doe;TR=2', '', ['Names a person in its header: Jane Doe']],
  ['FSL5.0', '', []],
  ['Group Mean', '/home/x/sub-01', []],
  ['patient: sub-01', 'anonymous', []],
])('judges the texts of a NIfTI header: %j, %j', async (description, database, reasons) => {
  expect(await reasonsOf('scan.nii', nifti(description, database))).toEqual(reasons);
});

it('reads the number of a patient of Analyze, which has no mark', async () => {
  const bytes = nifti('');
  bytes.fill(0, 344, 348);
  bytes.set(Buffer.from('4711099'), 283);
  expect(await reasonsOf('scan.hdr', bytes)).toEqual(['ID of the patient: 4711099']);
});

it('ends at extensions whose lengths are impossible', async () => {
  const bytes = Buffer.concat([
    nifti('').subarray(0, 348),
    Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]),
  ]);
  expect(await reasonsOf('scan.nii', bytes)).toEqual([]);
});

it.each([
  ['DOE^JANE', ['Names a person (full_name): DOE^JANE']],
  ['J. Smith', ['Names a person (full_name): J. Smith']],
  ['mnc2nii tiny.mnc tiny.nii', []],
  ['sub-01', []],
])('judges the name of a patient in an attribute of HDF5: %j', async (name, reasons) => {
  const patient = { name: 'patient', shape: [1], values: [0], attributes: { full_name: name } };
  expect(await reasonsOf('scan.mnc', encodeHdf5([patient]))).toEqual(reasons);
});
