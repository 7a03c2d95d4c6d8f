/** `@labroom/client/node`: what needs Node 22.13 or newer. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry
export { receiptsInFile } from '../payment/receipts-in-file.ts';
