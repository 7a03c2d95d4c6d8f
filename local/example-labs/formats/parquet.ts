import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Bytes } from '../encoders/zip.ts';

interface Column {
  name: string;
  type: 'STRING' | 'INT32' | 'DOUBLE';
  data: (string | number)[];
}

/** A table as Parquet, compressed with Snappy. */
export const encodeParquet = (columns: Column[]): Bytes =>
  new Uint8Array(parquetWriteBuffer({ columnData: columns }));
