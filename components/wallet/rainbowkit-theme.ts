import { lightTheme, type Theme } from '@rainbow-me/rainbowkit';

const base = lightTheme({ borderRadius: 'small', fontStack: 'system', overlayBlur: 'none' });

/** RainbowKit theme with this site's design tokens, so that it follows light and dark mode with the same contrast. */
export const rainbowKitTheme: Theme = {
  ...base,
  colors: {
    ...base.colors,
    accentColor: 'var(--ink)',
    accentColorForeground: 'var(--paper)',
    actionButtonBorder: 'var(--line)',
    actionButtonBorderMobile: 'var(--line)',
    actionButtonSecondaryBackground: 'var(--wash)',
    closeButton: 'var(--ink2)',
    closeButtonBackground: 'var(--wash)',
    error: 'var(--bad)',
    generalBorder: 'var(--line)',
    generalBorderDim: 'var(--line)',
    menuItemBackground: 'var(--wash)',
    modalBackdrop: 'var(--overlay)',
    modalBackground: 'var(--sheet)',
    modalBorder: 'var(--edge)',
    modalText: 'var(--ink)',
    modalTextDim: 'var(--ink2)',
    modalTextSecondary: 'var(--ink2)',
    profileAction: 'var(--sheet)',
    profileActionHover: 'var(--wash)',
    profileForeground: 'var(--wash)',
    selectedOptionBorder: 'var(--line)',
    standby: 'var(--warn)',
  },
  fonts: { body: 'var(--font-sans)' },
  radii: { ...base.radii, modal: '8px', modalMobile: '8px', menuButton: '6px', actionButton: '6px' },
  shadows: {
    ...base.shadows,
    dialog: 'none',
    selectedOption: 'none',
    selectedWallet: 'none',
  },
};
