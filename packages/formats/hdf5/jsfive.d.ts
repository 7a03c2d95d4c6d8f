/** The part of jsfive that is used; the package has no types. */
declare module 'jsfive' {
  export type Attributes = Record<string, unknown>;
  /** A name, or a description of a type that has no name, such as a text of variable length. */
  export type Dtype = string | readonly unknown[];

  interface DataObjects {
    readonly offset: number;
    readonly chunks: readonly number[] | null;
    readonly filter_pipeline: readonly ReadonlyMap<string, unknown>[] | null;
  }
  export class Group {
    readonly name: string;
    readonly attrs: Attributes;
    readonly keys: string[];
    readonly _dataobjects: DataObjects;
    /** Address of an object, or the path of a soft link. */
    readonly _links: Record<string, unknown>;
    get(path: string): Group | Dataset | null;
  }
  export class Dataset {
    readonly name: string;
    readonly attrs: Attributes;
    readonly shape: readonly number[];
    readonly dtype: Dtype;
    readonly value: unknown;
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
