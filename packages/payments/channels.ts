/** `@labroom/payments/channels`: a plug-in. Vouchers of a payment channel pay for calls, and many calls are claimed together. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry

export type { ChannelConfig } from './channels/channel-config.ts';
export { channelPlugin } from './channels/channel-plugin.ts';
export type { ChannelStore } from './channels/channel-store.ts';
export { claimChannels } from './channels/claim-channels.ts';
export { ChannelRefusedError } from './payment/facilitator.ts';
