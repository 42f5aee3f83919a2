import type { BrowserContext } from '@playwright/test';

/**
 * What went wrong while a journey was made: errors and warnings on a page's console, errors that
 * nothing caught, refusals of the content security policy, requests that failed, and what the
 * server complained about.
 */
export interface Trouble {
  /** Trouble that this journey causes on purpose. Each must occur; any other trouble fails the test. */
  expect(...patterns: RegExp[]): void;
  /** Trouble that may occur or not, depending on timing. */
  allow(...patterns: RegExp[]): void;
  watch(context: BrowserContext): void;
  add(lines: string[]): void;
  /** What was not expected, and what was expected and did not happen. */
  report(): string[];
}

/** Somebody else has changed or deleted it first. */
export const LOST_RACE = /409.*\/api\/portal\//;
/** A portal that hears nothing more asks whether its session has ended, as by another tab that was closed, and it has. */
export const LOCKED = /401.*\/api\/portal\/live/;

/** What Playwright logs when it blocks a service worker, as it does in some journeys. */
const WITHOUT_WORKER = 'Service Worker registration blocked by Playwright';
/** Behind a service worker, a font that a page cancels because it is left counts as failed. */
const CANCELLED = /net::ERR_FAILED.*\.woff2/;

export function createTrouble(): Trouble {
  const found: string[] = [];
  const expected: RegExp[] = [];
  const allowed = [CANCELLED];
  return {
    expect(...patterns) {
      expected.push(...patterns);
    },
    allow(...patterns) {
      allowed.push(...patterns);
    },
    watch(context) {
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        if (message.text() === WITHOUT_WORKER) return;
        found.push(`console: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => found.push(`page: ${error.error().message}`));
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // A page that is left cancels its requests.
        if (reason === 'net::ERR_ABORTED') return;
        found.push(`request: ${reason} ${request.method()} ${request.url()}`);
      });
    },
    add(lines) {
      found.push(...lines.map((line) => `server: ${line}`));
    },
    report() {
      const known = [...expected, ...allowed];
      const unexpected = found.filter((line) => !known.some((pattern) => pattern.test(line)));
      const missing = expected.filter((pattern) => !found.some((line) => pattern.test(line)));
      return [...unexpected, ...missing.map((pattern) => `expected, but not seen: ${pattern}`)];
    },
  };
}
