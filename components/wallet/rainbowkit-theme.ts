import { lightTheme, type Theme } from '@rainbow-me/rainbowkit';

const base = lightTheme({ borderRadius: 'small', fontStack: 'system', overlayBlur: 'none' });

/** RainbowKit theme with this site's design tokens, so that it follows light and dark mode with the same contrast. */
export const rainbowKitTheme: Theme = {
  ...base,
  colors: {
    ...base.colors,
    accentColor: 'var(--accent)',
    accentColorForeground: 'var(--accent-ink)',
    actionButtonBorder: 'var(--line)',
    actionButtonBorderMobile: 'var(--line)',
    actionButtonSecondaryBackground: 'var(--sunken)',
    closeButton: 'var(--muted)',
    closeButtonBackground: 'var(--sunken)',
    error: 'var(--danger)',
    generalBorder: 'var(--line)',
    generalBorderDim: 'var(--line)',
    menuItemBackground: 'var(--sunken)',
    modalBackdrop: 'var(--overlay)',
    modalBackground: 'var(--surface)',
    modalBorder: 'var(--line)',
    modalText: 'var(--ink)',
    modalTextDim: 'var(--muted)',
    modalTextSecondary: 'var(--muted)',
    profileAction: 'var(--surface)',
    profileActionHover: 'var(--sunken)',
    profileForeground: 'var(--sunken)',
    selectedOptionBorder: 'var(--line)',
    standby: 'var(--warning)',
  },
  fonts: { body: 'var(--font-sans)' },
  radii: { ...base.radii, modal: '8px', modalMobile: '8px', menuButton: '6px', actionButton: '6px' },
  shadows: {
    ...base.shadows,
    dialog: 'var(--shadow-overlay)',
    selectedOption: 'none',
    selectedWallet: 'none',
  },
};
