const prefix = 'labroom.access.';
const eventName = 'labroom:access-job';

/** Where the job of a lab is stored. */
export const jobKey = (oclId: string) => `${prefix}${oclId}`;

/** The labs of which this browser has a job that did not end. Loads none of the code of jobs. */
export function labsWithStoredJobs(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix) ? key.slice(prefix.length) : [],
    );
  } catch {
    return [];
  }
}

/** Announces that a job of a lab began in this tab. */
export function announceJob(oclId: string): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: oclId }));
}

/** Calls `listener` when a job begins in this tab. Returns a function that stops listening. */
export function onJob(listener: (oclId: string) => void): () => void {
  const onEvent = (event: Event) => listener((event as CustomEvent<string>).detail);
  window.addEventListener(eventName, onEvent);
  return () => window.removeEventListener(eventName, onEvent);
}
