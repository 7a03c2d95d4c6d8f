/** `@labroom/payments/journeys`: a plug-in. One payment buys several calls, which are sent one by one. */
// biome-ignore-all lint/performance/noBarrelFile: a package needs an entry

export { buyJourney } from './journeys/buy-journey.ts';
export { describeJourney } from './journeys/describe-journey.ts';
export { journeyPlugin } from './journeys/journey-plugin.ts';
export type { JourneyPorts, JourneyScope } from './journeys/journey-ports.ts';
