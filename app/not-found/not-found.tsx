import { data } from 'react-router';
import { Header } from '../header/header.tsx';
import { loadWholeDocument } from '../whole-document.ts';
import styles from './not-found.css?url';

export function loader() {
  return data(null, { status: 404 });
}

export const clientLoader = loadWholeDocument;

/** For any unknown path, a missing letter, and one that could not be loaded. */
export default function NotFound() {
  return (
    <>
      {/* A file of its own, which no other page carries. */}
      {import.meta.env.SSR && <link rel="stylesheet" href={styles} precedence="page" />}
      <title>Link not found!</title>
      <meta name="robots" content="noindex" />
      <Header />
      <main className="not-found">
        <svg
          className="not-found__envelope"
          viewBox="0 -110 320 340"
          aria-hidden="true"
          data-paper="0"
        >
          {/* The flap is turned up, about the upper edge of the envelope. */}
          <use
            href="#envelope-flap-inside"
            width="320"
            height="230"
            transform="matrix(1 0 0 -1 0 8)"
          />
          <use href="#envelope-back" width="320" height="230" />
          <use href="#envelope-pocket" width="320" height="230" />
        </svg>
        <h1>Link not found!</h1>
        <p>The letter you're looking for doesn't exist or has been removed.</p>
        <a className="button" href="/">
          Go back home
        </a>
      </main>
    </>
  );
}
