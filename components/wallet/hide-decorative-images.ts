/**
 * RainbowKit draws a wallet's icon beside its name as `role="img"` without a name of its own. Screen readers should
 * hear the name once, and nothing of the icon.
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
