import { bytesToHex, type Hex } from 'viem';
import type { ServiceContext } from '#core/context/context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { openChannelStore } from './channel-store.ts';

/** What payment channels need of the service, beside the terms. */
export const channelPorts = (context: Pick<ServiceContext, 'config' | 'secrets' | 'db' | 'chain'>) => ({
  keys: channelKeys(context.secrets),
  store: openChannelStore(context),
  chain: context.chain,
});

const channelKeys = ({ channelKeys: [first, ...others] }: Pick<Secrets, 'channelKeys'>): [Hex, ...Hex[]] => [
  bytesToHex(first),
  ...others.map((key) => bytesToHex(key)),
];
