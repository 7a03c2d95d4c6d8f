/** How a browser takes push messages. */
export interface BrowserPush {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The user or the browser does not let this site show notifications. */
export class PushBlockedError extends Error {
  constructor() {
    super('The browser does not allow notifications of this site.');
    this.name = 'PushBlockedError';
  }
}

const worker = '/push.js';

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The endpoint of this browser's subscription; `null` if it has none. */
export async function readPushEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint ?? null;
}

/**
 * Asks the user, and subscribes this browser.
 * @param key `pushKey` of the service
 * @throws PushBlockedError
 */
export async function subscribePush(key: string): Promise<BrowserPush> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushBlockedError();
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with another key of the service cannot be used any more.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The browser returned no push subscription');
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}

/** Ends the subscription of this browser. */
export async function unsubscribePush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
