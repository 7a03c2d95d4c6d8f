import { readHdf5 } from '../hdf5/read-hdf5.ts';
import type { Disclosure, Disclosures } from './disclosure.ts';
import { isDayOfBirth, isNobody, isRegisterNumber } from './is-nobody.ts';
import { shown } from './texts.ts';

/** The values of datasets that are looked up. */
const MAX_DATASETS = 12;
/** Names of attributes and datasets, with what holds them: without signs, in small letters. */
const NAMES =
  /(^|\.)((patients?|subjects?|participants?)(full|first|last|family|given)?(name)?|operators?(name)?|technicians?(name)?|experimenters?|((referring|attending|performing|requesting)?physicians?(name)?)|radiologists?)$|(patient|subject|participant)\.(fullname|name)$/;
const BIRTHS = /(birthdate|dateofbirth|dob|birthday)$/;
const IDS =
  /((patient|subject|participant)(id|identifier|number)|(patient|subject)\.(id|identification|identifier)|medicalrecordnumber|mrn)$/;

/** What attributes and short texts of an HDF5 file (MINC 2, NWB, NetCDF-4 and others) say of persons. */
export async function hdf5Disclosures(file: Blob): Promise<Disclosures> {
  const { nodes, isCut } = await readHdf5(file, { dataset: null });
  const found = new Map<string, Disclosure>();
  const judge = (holder: string, name: string, value: string) => {
    const key = `${plain(holder)}.${plain(name)}`;
    const add = (what: string) => {
      const reason = `${what}: ${shown(value)}`;
      found.set(reason, { kind: 'person', reason });
    };
    // Converters write their command, with names of files, into any text.
    const isFile = /\w\.(nii|mnc|gz|hdr|img|dcm|mgz|nc|h5|csv|txt)(\s|$)/i.test(value);
    if (NAMES.test(key) && !isFile && !isNobody(value) && /\p{L}{2}/u.test(value))
      add(`Names a person (${shown(name)})`);
    else if (BIRTHS.test(key) && isDayOfBirth(value.slice(0, 10))) add('Date of birth');
    else if (IDS.test(key) && isRegisterNumber(value)) add('ID of the patient');
  };
  let looked = 0;
  for (const { path, name, kind, shape, type, attributes } of nodes) {
    for (const [attribute, value] of attributes) judge(name, attribute, value);
    const parts = path.split('/');
    const key = `${plain(parts.at(-2) ?? '')}.${plain(name)}`;
    const isText =
      kind === 'dataset' && /text|string/i.test(type ?? '') && shape.reduce((all, one) => all * one, 1) <= 4;
    if (!isText || !(NAMES.test(key) || BIRTHS.test(key) || IDS.test(key)) || looked++ >= MAX_DATASETS)
      continue;
    const { values } = await readHdf5(file, { dataset: path });
    for (const row of values?.rows ?? []) judge(parts.at(-2) ?? '', name, row.at(-1) ?? '');
  }
  return {
    found: [...found.values()],
    unchecked: isCut ? 'It has more objects than were looked into for names of persons.' : null,
  };
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
