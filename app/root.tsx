// Base styles come first, so that the others override them.
// Each file of a font is fetched only when a page has a character that needs it.
import '@fontsource/eb-garamond/400.css';
import '@fontsource/eb-garamond/400-italic.css';
import '@fontsource/caveat/400.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { useEffect } from 'react';
import { Links, Meta, Outlet, Scripts } from 'react-router';
import type { Route } from './+types/root.ts';
import { EnvelopeArt, EnvelopeArtOnPage } from './envelope/envelope-art.tsx';
import NotFound from './not-found/not-found.tsx';
import { siteKey } from './site-context.ts';
import { ignoreHeldKeys } from './ui/ignore-held-keys.ts';
import { markZoom } from './ui/zoom.ts';
import { type SiteOnPage, useSite } from './use-site.ts';
import './styles/print.css';
import './styles/more-contrast.css';
import './styles/reduced-motion.css';

export function loader({ context }: Route.LoaderArgs): SiteOnPage {
  const { title, ownerName, letterLanguage, url, envelopeImageUrl, seal } = context.get(siteKey);
  return { title, ownerName, letterLanguage, url, envelopeImageUrl, seal };
}

/** The site's settings do not change while a page is open. */
export const shouldRevalidate = () => false;

/**
 * Only the server renders the links to styles and scripts: http/pages/critical-path.ts then inlines the styles
 * and defers the scripts, so hydration must not render either again.
 */
export function Layout({ children }: { children: React.ReactNode }) {
  const { title, seal } = useSite();
  // After hydration, boot-script.ts does what was pressed before it.
  useEffect(() => {
    ignoreHeldKeys();
    markZoom();
    dispatchEvent(new Event('alive'));
  }, []);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f3ecdf" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a1510" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="alternate" href="/feed.xml" type="application/atom+xml" title={title} />
        <link rel="alternate" href="/feed.json" type="application/feed+json" title={title} />
        {/* The pages have a night of their own. Dark Reader lightened the words, but not the paper beneath. */}
        <meta name="darkreader-lock" content="light dark" />
        <Meta />
        {import.meta.env.SSR && <Links />}
      </head>
      <body>
        {import.meta.env.SSR ? <EnvelopeArt seal={seal} /> : <EnvelopeArtOnPage />}
        {children}
        {import.meta.env.SSR && <Scripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Shows the not-found page when a letter is missing or could not be loaded, or after an error. */
export function ErrorBoundary() {
  return <NotFound />;
}
