import { z } from 'zod';
import { OwnerFacingError } from '#core/errors.ts';
import { isBlank, textFault } from '#core/letter.ts';
import { readLetterLanguage } from '#core/letter-language.ts';
import {
  isPostgresUrl,
  readStoreAddress,
  STORE_ADDRESS_RULES,
  type StoreAddress,
} from '#core/store-address.ts';
import { isWaxLetter } from '#core/wax-letter.ts';
import { MAX_PASSWORD_LENGTH } from './access/credentials.ts';
import { readPassword } from './access/read-password.ts';
import { ENVIRONMENT_FILE, readEnvironmentFile, type Variables } from './environment-file.ts';
import {
  brokenValues,
  type EnvironmentWarning,
  environmentWarnings,
} from './environment-warnings.ts';

/** This file is the only reader of the environment. */

const HOST_NAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

function webAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return HOST_NAME.test(url.hostname) ? url : null;
}

function origin(text: string): string | null {
  const url = webAddress(text);
  return url && [url.origin, `${url.origin}/`].includes(url.href) ? url.origin : null;
}

/** A variable whose text `read` parses, which returns null for text that is not accepted. */
const parsedBy = <Value>(read: (text: string) => Value | null) =>
  z.string().transform((text, context) => {
    const result = read(text);
    if (result === null) context.addIssue('is not accepted');
    return result ?? z.NEVER;
  });

/**
 * A variable that need not be set, and is null then.
 * @param accepts completes the sentence "NAME must be …."
 */
const optional = <Schema extends z.ZodType>(schema: Schema, accepts: string) =>
  schema.nullable().default(null).describe(accepts);

const wholeNumber = (most: number) =>
  parsedBy((text) => (/^\d{1,5}$/.test(text) && Number(text) <= most ? Number(text) : null));

/** A variable of one line, with the same limits as this field of a letter. */
const line = (field: 'title' | 'signature') =>
  parsedBy((text) =>
    isBlank(text) || /[\n\t]/.test(text) || textFault(field, text) !== null
      ? null
      : text.normalize('NFC').trim(),
  );

const password = optional(
  parsedBy(readPassword),
  `a password of 1 to ${MAX_PASSWORD_LENGTH} characters on one line`,
);

/** What the site itself reads, each described by what it accepts. */
const variables = z
  .object({
    PORT: wholeNumber(65_535).default(3000).describe('a port number from 0 to 65535, like 3000'),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/)
      .default('127.0.0.1')
      .describe('an address or a host name to listen on, like 127.0.0.1'),
    SITE_URL: optional(
      parsedBy(origin),
      'an http:// or https:// address without a path, like https://letters.example.org',
    ),
    DATABASE_URL: parsedBy(readStoreAddress)
      .prefault('sqlite:data/letters.db')
      .describe(STORE_ADDRESS_RULES),
    DATABASE_LISTEN_URL: optional(
      z.string().refine(isPostgresUrl),
      'a postgres:// address, and only beside a DATABASE_URL that is one',
    ),
    OWNER_NAME: line('signature')
      .default('The Owner')
      .describe('a name of 1 to 300 characters on one line'),
    SITE_TITLE: line('title')
      .default('Letters')
      .describe('a title of 1 to 300 characters on one line'),
    LETTER_LANGUAGE: optional(
      parsedBy(readLetterLanguage),
      'the tag of a language, like es or pt-BR',
    ),
    MAIN_PASSWORD: password,
    ALTERNATIVE_PASSWORD: password,
    ENVELOPE_IMAGE_URL: optional(
      parsedBy((text) => webAddress(text)?.href ?? null),
      'the http:// or https:// address of an image',
    ),
    ACCENT_COLOR: optional(
      z
        .string()
        .regex(/^#?[\da-f]{6}$/i)
        .transform((text) => `#${text.replace('#', '').toLowerCase()}`),
      'a colour of six digits or letters from a to f, like 1f5551',
    ),
    SEAL_LETTER: optional(
      z
        .string()
        .transform((text) => text.normalize('NFC').trim())
        .refine(isWaxLetter),
      'one letter or sign of any script, like R',
    ),
    TRUST_PROXY: parsedBy((text) => (text === 'off' ? 0 : null))
      .or(wholeNumber(10))
      .default(0)
      .describe('off, or how many web servers of yours are in front, from 0 to 10'),
    REQUEST_LOG: optional(
      z.enum(['on', 'off']).transform((text) => text === 'on'),
      'on or off',
    ),
  })
  .refine(
    ({ DATABASE_URL, DATABASE_LISTEN_URL }) =>
      DATABASE_LISTEN_URL === null || DATABASE_URL.engine === 'postgres',
    { path: ['DATABASE_LISTEN_URL'] },
  );

/** What database drivers, Google's library and Node read from the environment themselves. */
const VARIABLES_OF_LIBRARIES: readonly string[] = [
  ...['PGPASSWORD', 'PGPASSFILE', 'PGUSER', 'PGHOST', 'PGPORT', 'PGDATABASE', 'PGOPTIONS'],
  ...['PGAPPNAME', 'PGSSLMODE', 'PGSSLNEGOTIATION', 'PGCONNECT_TIMEOUT'],
  ...['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT', 'GCLOUD_PROJECT'],
  ...['GOOGLE_CLOUD_QUOTA_PROJECT', 'GOOGLE_CLOUD_UNIVERSE_DOMAIN', 'CLOUDSDK_CONFIG'],
  ...['METADATA_SERVER_DETECTION', 'GCE_METADATA_HOST', 'GCE_METADATA_IP', 'DETECT_GCP_RETRIES'],
  ...['FIRESTORE_EMULATOR_HOST', 'FIRESTORE_PREFER_REST', 'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH'],
  ...['grpc_proxy', 'https_proxy', 'http_proxy', 'no_grpc_proxy', 'no_proxy'],
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'TZ'],
];

/** All variables that anything reads. */
export const KNOWN_VARIABLES: readonly string[] = [
  ...Object.keys(variables.shape),
  ...VARIABLES_OF_LIBRARIES,
];

/** Each fault names a variable and what it accepts, never what it held. */
type CheckedConfig = { ok: true; config: Config } | { ok: false; faults: string[] };

/** What the configuration is read from. */
export interface Environment {
  variables: Variables;
  /** About `.env`. */
  warnings?: EnvironmentWarning[];
}

/**
 * Reads the configuration. A variable that is empty counts as absent.
 * @throws OwnerFacingError with everything that is wrong, and what in the file may be the reason
 */
export function readConfig(environment: Environment = readEnvironment()): Config {
  const checked = checkConfig(environment.variables);
  if (checked.ok) return checked.config;
  const remedy =
    checked.faults.length > 1
      ? `Correct them in ${ENVIRONMENT_FILE}, or wherever they are set.`
      : `Correct it in ${ENVIRONMENT_FILE}, or wherever it is set.`;
  throw refusal([`${checked.faults.join(' ')} ${remedy}`], environment.warnings);
}

export function checkConfig(given: Variables): CheckedConfig {
  const set = Object.entries(given)
    .filter(([, value]) => value)
    // A secret that was made with `echo` or from a file, as on Kubernetes, ends in a line break, which nobody can see.
    .map(([name, value]) => [name, value?.replace(/[\r\n]+$/, '')]);
  const parsed = variables.safeParse(Object.fromEntries(set));
  if (!parsed.success) {
    const { shape } = variables;
    const names = new Set(parsed.error.issues.map(({ path }) => path[0] as keyof typeof shape));
    const faults = [...names].map((name) => `${name} must be ${shape[name].description}.`);
    return { ok: false, faults };
  }
  return { ok: true, config: configOf(parsed.data) };
}

/** What the person who runs the site may choose. */
export type Config = ReturnType<typeof configOf>;

function configOf(values: z.infer<typeof variables>) {
  return {
    /** 0 lets the machine choose a free one. */
    port: values.PORT,
    host: values.HOST,
    /** Origin of every absolute link, without a slash at its end; null: `http://localhost:PORT`. */
    siteUrl: values.SITE_URL,
    /** Where the letters are kept. */
    store: storeOf(values.DATABASE_URL, values.DATABASE_LISTEN_URL),
    ownerName: values.OWNER_NAME,
    siteTitle: values.SITE_TITLE,
    /** The language that the owner writes in; null: what the script of a letter tells. */
    letterLanguage: values.LETTER_LANGUAGE,
    /** Taken once, when the store has no credentials yet. */
    mainPassword: values.MAIN_PASSWORD,
    alternativePassword: values.ALTERNATIVE_PASSWORD,
    envelopeImageUrl: values.ENVELOPE_IMAGE_URL,
    /** The owner's own colour, like `#8c2f2a`; null: the site's own. */
    accentColor: values.ACCENT_COLOR,
    /** What is pressed into the wax, one letter of any script; null: a heart. */
    sealLetter: values.SEAL_LETTER,
    /** How many proxies in front of the site are ours. */
    trustedProxies: values.TRUST_PROXY,
    /** Whether every request is written down; null: unless the site runs at a terminal. */
    requestLog: values.REQUEST_LOG,
  };
}

function storeOf(address: StoreAddress, listenUrl: string | null): StoreAddress {
  return address.engine === 'postgres' ? { ...address, listenUrl } : address;
}

/**
 * The variables of the environment, with those that the file adds to it. Libraries do not read the file, so
 * their variables are copied to the environment.
 * @throws OwnerFacingError when the file cannot be read, or a value would not be read whole
 */
export function readEnvironment(): Required<Environment> {
  const file = readEnvironmentFile();
  const warnings = environmentWarnings(file?.lines ?? null, KNOWN_VARIABLES);
  const faults = brokenValues(file?.lines ?? [], KNOWN_VARIABLES);
  if (faults.length > 0) throw refusal(faults, warnings);
  for (const name of VARIABLES_OF_LIBRARIES) {
    const value = file?.variables[name];
    if (value !== undefined) process.env[name] ??= value;
  }
  return { variables: { ...file?.variables, ...process.env }, warnings };
}

/** @param option of a script, without its dashes, which npm took for its own: it hands those on in the environment */
export const wasTakenByNpm = (option: string) => process.env[`npm_config_${option}`] === 'true';

/** Adds the serious warnings, since a refused value may have been read differently than its line looks. */
function refusal(faults: string[], warnings: EnvironmentWarning[] = []): OwnerFacingError {
  const misread = warnings.filter(({ serious }) => serious).map(({ text }) => text);
  return new OwnerFacingError([...faults, ...misread].join('\n'));
}
