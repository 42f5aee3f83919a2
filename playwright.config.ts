import { defineConfig } from '@playwright/test';

/**
 * Features of Chromium that no journey uses, and that took a third of the processor time of each: the
 * suggestions of the address bar, which are pages of their own, and a spare renderer process.
 */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
/** What Playwright disables itself; repeated because Chromium heeds only the last such list. */
const OFF_ANYWAY = [
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
];

/**
 * Journeys through the built site in a real browser. `npm test` finds the browser and builds first;
 * by hand: `CHROMIUM_PATH=/usr/bin/chromium npx playwright test`.
 */
export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/journeys/pictures/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // More than cores: a journey spends much of its time waiting for a process, a save or an animation.
  workers: 4,
  retries: 0,
  // Only for what hangs: on a slow machine a journey may take ten times as long.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    // As readers have it. Journeys that intercept or count pages, their files or letters block it: it would
    // make these requests itself.
    serviceWorkers: 'allow',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${[...OFF_ANYWAY, ...UNSEEN].join()}`,
        // Words look the same on every machine, as far as that is possible.
        '--font-render-hinting=none',
        '--force-color-profile=srgb',
      ],
    },
  },
});
