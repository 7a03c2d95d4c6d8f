/** `@labroom/payments/facilitators`: who verifies payments, and moves the money. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry

export { EmbeddedFacilitator } from './facilitators/embedded-facilitator.ts';
export type { SendingNode } from './facilitators/payment-node.ts';
export { RemoteFacilitator } from './facilitators/remote-facilitator.ts';
export { type Facilitator, FacilitatorUnavailableError, type Settlement } from './payment/facilitator.ts';
