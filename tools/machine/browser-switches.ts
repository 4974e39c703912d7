/**
 * Features that Playwright turns off in Chromium. A second list replaces the first, so ours repeats them; the test
 * beside this file fails if Playwright's list has changed.
 */
export const TURNED_OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
] as const

/**
 * Chromium's own pages for the list below its address field, which tests do not use: they cost a process for each window, and
 * half of a window's processor time.
 */
const ADDRESS_FIELD_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'] as const

/** Switches of Chromium in the browser tests, beside Playwright's. */
export const BROWSER_SWITCHES: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[...TURNED_OFF_BY_PLAYWRIGHT, ...ADDRESS_FIELD_PAGES].join(',')}`,
]
