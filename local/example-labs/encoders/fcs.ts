import type { Bytes } from './zip.ts';

interface Events {
  /** Names of the measured parameters, e.g. `FSC-A`. */
  parameters: readonly string[];
  /** One value per parameter for each event. */
  events: readonly (readonly number[])[];
  /** Further keywords, e.g. `$CYT`. */
  keywords: Readonly<Record<string, string>>;
}

/** Events of a flow cytometer as FCS 3.1 with 32-bit floating-point values. */
export function encodeFcs({ parameters, events, keywords }: Events): Bytes {
  const highest = 262_144;
  const dataLength = events.length * parameters.length * 4;
  const described = (dataFrom: number) => {
    const entries = {
      $BEGINANALYSIS: '0',
      $ENDANALYSIS: '0',
      $BEGINSTEXT: '0',
      $ENDSTEXT: '0',
      $BEGINDATA: String(dataFrom).padStart(8, '0'),
      $ENDDATA: String(dataFrom + dataLength - 1).padStart(8, '0'),
      $BYTEORD: '1,2,3,4',
      $DATATYPE: 'F',
      $MODE: 'L',
      $NEXTDATA: '0',
      $PAR: String(parameters.length),
      $TOT: String(events.length),
      ...Object.fromEntries(
        parameters.flatMap((name, index) => [
          [`$P${index + 1}N`, name],
          [`$P${index + 1}B`, '32'],
          [`$P${index + 1}E`, '0,0'],
          [`$P${index + 1}R`, String(highest)],
        ]),
      ),
      ...keywords,
    };
    return `|${Object.entries(entries).flat().join('|')}|`;
  };
  const textFrom = 256;
  const text = Buffer.from(described(textFrom + Buffer.byteLength(described(0))));
  const dataFrom = textFrom + text.length;
  const places = [textFrom, dataFrom - 1, dataFrom, dataFrom + dataLength - 1, 0, 0];
  const header = `FCS3.1    ${places.map((place) => String(place).padStart(8)).join('')}`;
  const data = Buffer.alloc(dataLength);
  for (const [index, value] of events.flat().entries()) data.writeFloatLE(value, index * 4);
  return Uint8Array.from(Buffer.concat([Buffer.from(header.padEnd(textFrom)), text, data]));
}
