/**
 * RainbowKit renders a wallet's icon as `role="img"` without a name, beside the wallet's name. This hides the icon from
 * screen readers.
 */
export function hideDecorativeImages(): () => void {
  const hide = () => {
    for (const image of document.querySelectorAll(
      '[data-rk] [role="img"]:not([aria-label], [aria-hidden])',
    )) {
      image.setAttribute('aria-hidden', 'true');
    }
  };
  hide();
  const observer = new MutationObserver(hide);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
