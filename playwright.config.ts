import { defineConfig } from '@playwright/test';

/**
 * Parts of Chromium that no journey sees, and that took a third of the processor time of each: the
 * address bar of every new window draws its suggestions in pages of their own, and a process is
 * always kept ready for whatever may come next.
 */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
/** What Playwright switches off itself, named again because Chromium goes by the last list alone. */
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
  // More than cores: a journey waits for a second process, for saving and for fading much of its time.
  workers: 3,
  retries: 0,
  // Only for what hangs: a machine on which each of them takes ten times as long is no fault of theirs.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    contextOptions: { reducedMotion: 'reduce' },
    // It would answer what a journey wants to answer itself; offline.spec.ts is about it.
    serviceWorkers: 'block',
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
