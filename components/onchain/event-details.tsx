import type { Network } from '@labroom/contracts/networks';
import { explorerLink } from '#lib/wallet/explorer.ts';
import type { OnChainEvent } from '../core/onchain/describe-event.ts';
import { describeEvent } from '../core/onchain/describe-event.ts';
import { Address } from '../ui/address.tsx';
import { ArgumentValue, type TokenOfEvent } from './argument-value.tsx';
import { describeArgument } from './describe-argument.ts';
import { knownAddress } from './known-address.ts';

interface EventDetailsProps {
  event: OnChainEvent;
  network: Network;
  token: TokenOfEvent;
  /** Shows which lab the event is about. */
  withLab?: boolean;
}

/** An event of a transaction: its summary, and all arguments on demand. */
export function EventDetails({ event, network, token, withLab = false }: EventDetailsProps) {
  const { title, telling } = describeEvent(event);
  const args = Object.entries(event.args as Record<string, unknown>);
  const atAGlance = [...(withLab ? ['oclId'] : []), ...telling].flatMap((name) =>
    args.filter(([key]) => key === name),
  );
  const contract = event.contractAddress;
  const logged = `${event.eventName} at ${knownAddress(network, contract) ?? 'the token'}`;
  const isTechnical = telling.length === 0;
  return (
    <div className="flex flex-col gap-2">
      {!isTechnical && <p className="font-medium">{title}</p>}
      {!isTechnical && <Arguments args={atAGlance} event={event} network={network} token={token} />}
      <details>
        <summary className="w-fit rounded text-ink2 hover:text-ink">
          {isTechnical && `${title}: `}
          {logged}
        </summary>
        <div className="mt-2 flex flex-col gap-3 border-l-2 border-line pl-4">
          <Arguments args={args} event={event} network={network} token={token} />
          <p className="flex flex-wrap items-center gap-x-1 text-ink2">
            Logged by <Address value={contract} href={explorerLink(network, 'address', contract)} />
            <span className="tabular">as number {event.logIndex} of its block</span>
          </p>
        </div>
      </details>
    </div>
  );
}

interface ArgumentsProps extends EventDetailsProps {
  args: readonly (readonly [string, unknown])[];
}

function Arguments({ args, event, network, token }: ArgumentsProps) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-2">
      {args
        .flatMap(([name, value]) => flatten(name, value))
        .map(([path, name, value]) => {
          const { label, kind } = describeArgument(name, value, event.eventName);
          return (
            <div key={path} className="min-w-0">
              <dt className="text-ink2">{label}</dt>
              <dd className="min-w-0">
                <ArgumentValue kind={kind} value={value} network={network} token={token} />
              </dd>
            </div>
          );
        })}
    </dl>
  );
}

/** Flattens lists and tuples into fields: the path to each, its own name and its value. */
function flatten(name: string, value: unknown, path = name): [path: string, name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, name, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(Array.isArray(value) ? name : key, inner, `${path}.${key}`),
  );
}
