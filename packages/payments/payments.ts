/** `@labroom/payments`: calls that are paid for by x402. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry

export {
  type Authorization,
  paymentOf,
  readAuthorization,
  unknownKeyOf,
} from './payment/authorization.ts';
export { mismatchOf } from './payment/authorization-hash.ts';
export { late, within } from './payment/deadline.ts';
export { unknown } from './payment/settlement-outcomes.ts';
