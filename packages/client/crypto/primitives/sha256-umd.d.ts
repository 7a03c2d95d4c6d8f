/** The file of `hash-wasm` that has this hash alone; its index carries the code of thirty. A module of CommonJS. */
declare module 'hash-wasm/dist/sha256.umd.min.js' {
  const hashWasm: Pick<typeof import('hash-wasm'), 'createSHA256'>;
  export default hashWasm;
}
