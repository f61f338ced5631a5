/** What Playwright switches off by itself. A second --disable-features would replace its list, so it stands here once more. */
export const PLAYWRIGHT_DISABLES = [
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
]

/**
 * Renderers that a browser with a window keeps ready: of its own side panels, and of the page that may be opened next. No
 * journey sees them, and each page of a journey would pay for them.
 */
export const KEPT_READY = ['PreloadTopChromeWebUI', 'SpareRendererForSitePerProcess']
