import { useEffect, useState } from 'react';

/** What a link to shared files has in the fragment of its address, which keeps it until it is used. */
export function useShareLink() {
  const [fragment, setFragment] = useState<string | null>(null);
  const [timesUsed, setTimesUsed] = useState(0);
  useEffect(() => {
    const read = () => setFragment(/^#(share|why)=/.test(window.location.hash) ? window.location.hash : null);
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return {
    fragment,
    timesUsed,
    /** Takes the secret out of the address, and opens the file once more. */
    use() {
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', pathname + search);
      setFragment(null);
      setTimesUsed((times) => times + 1);
    },
  };
}
