/** The part of jsfive that is used; the package has no types. */
declare module 'jsfive' {
  export interface DataObjects {
    readonly fh: ArrayBuffer;
    readonly offset: number;
    readonly chunks: readonly number[] | null;
    find_msg_type(kind: number): ReadonlyMap<string, number>[];
    _get_data_message_properties(at: number): [version: number, axes: number, layout: number, at: number];
    _vlen_size_and_data(place: ArrayBuffer, at: number): [length: number, content: ArrayBuffer | undefined];
    readonly filter_pipeline: readonly ReadonlyMap<string, unknown>[] | null;
  }
  export class Group {
    readonly name: string;
    readonly keys: string[];
    readonly _dataobjects: DataObjects;
    /** Address of an object, or the path of a soft link. */
    readonly _links: Record<string, unknown>;
    get(path: string): Group | Dataset | null;
  }
  export class Dataset {
    readonly name: string;
    readonly _dataobjects: DataObjects;
  }
  export class File extends Group {
    constructor(bytes: ArrayBuffer, name: string);
  }
  export const Filters: Map<
    number,
    (bytes: ArrayBuffer, itemBytes: number, parameters: readonly number[]) => ArrayBuffer
  >;
}
