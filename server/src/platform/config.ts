import { BlockList, isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import {
  Email,
  knownLanguage,
  LANGUAGES,
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
  OrganisationId,
  type UiLanguage,
  WEATHER_SOURCES,
  type WeatherSource,
} from '@placard/contract'
import { z } from 'zod'
import { type OwnNetwork, readOwnNetwork } from './outgoing/own-networks.ts'
import { VERSION } from './version.ts'

/** All settings, checked once at start. See docs/settings.md. */
export type Config = {
  /** TCP port; 0 takes a free one. */
  port: number
  host: string
  /** Absolute path. Holds the database and the media, and nothing of other programs. */
  dataDir: string
  /** A PostgreSQL address. Without one, the data is in SQLite below `dataDir`. */
  databaseUrl: string | undefined
  /** The most space to reserve beside SQLite for a full disk, in bytes. 0: none. */
  ballastBytes: number
  /** The bucket for media that are not stored below `dataDir`. `endpoint` undefined: Amazon S3. */
  s3:
    | { bucket: string; endpoint: string | undefined; region: string; accessKeyId: string; secretAccessKey: string }
    | undefined
  /** The address at which people reach the installation, without a trailing slash. undefined: the host that each request names. */
  publicUrl: string | undefined
  /** The base address from which stored files are fetched first, without a trailing slash, for example a CDN. undefined: Placard itself. */
  mediaUrl: string | undefined
  /** Addresses of the reverse proxies in front of the server. X-Forwarded-For is trusted from these and ignored from all others. */
  trustedProxies: string[]
  /** The most live streams that may be open at once. `inAll` undefined: as many as there is room for. */
  streams: { perAddress: number; perDisplay: number; inAll: number | undefined }
  logLevel: (typeof LOG_LEVELS)[number]
  /** The secret that gives access to /metrics. undefined: the address does not exist. */
  metricsToken: string | undefined
  /** Mail settings. undefined: no mail is sent. `languages`: each mail is written in all of them, in this order. */
  mail: { url: string; from: { name: string; address: string }; languages: UiLanguage[] } | undefined
  /** Private networks that feeds may be read from, in addition to the public internet. */
  feedNetworks: OwnNetwork[]
  /** The service that forecasts come from. undefined: there is no weather. */
  weather: WeatherConfig | undefined
  /** The broker that screens are published to; undefined: none. */
  mqtt: MqttConfig | undefined
  /** The address that receives mail about problems of the server. undefined: no such mail is sent. */
  operatorMail: string | undefined
  /** True: assistants may use API tokens at `/mcp`. */
  assistants: boolean
  /** The identity provider that people may sign in through. undefined: sign-in is by password only. */
  singleSignOn: SingleSignOnConfig | undefined
  /** Contact of the provider: an email address, a web address or a line of text. */
  contact: string | undefined
  /** Backups that the server makes by itself. `folder` is absolute. `keep` is the number of daily backups to keep. 0: none are made. */
  backup: { folder: string; keep: number }
  /** The cost of password hashes. No environment variable sets it, so that a mistake cannot weaken it. */
  passwordCost: PasswordCost
  /** Priority of the process that makes pictures, as a `nice` value. No environment variable sets it. */
  picturePriority: number
  /** This many refusals of a network are answered at once. Further ones are delayed. No environment variable sets it. */
  refusalsAtOnce: number
  seed: { kind: 'none' } | { kind: 'sample'; adminEmail: string; adminPassword: string | undefined }
}

/** argon2id's parameters by RFC 9106's names: m in KiB, t passes, p lanes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number }

/** Enough for a page with a hundred missing pictures, or a program that checks which resources exist. Neither is a flood. */
const REFUSALS_AT_ONCE = 100

/** The minimum that OWASP ASVS 5 allows for argon2id: about 60 ms of one core and 19 MiB. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** Below everything that somebody waits for. */
export const PICTURE_PRIORITY = 10

/** An MQTT broker, and the organisations whose screens are published there. */
export type MqttConfig = {
  /** Without user and password. */
  url: string
  username: string | undefined
  password: string | undefined
  organisations: readonly OrganisationId[]
}

export type WeatherConfig = {
  source: WeatherSource
  /** Base address of the service, without a trailing slash. */
  url: string
  /** True: `url` is a server that the operator named, which may be in a private network. */
  isOwn: boolean
  /** Identifies this installation to the service. */
  userAgent: string
}

export type SingleSignOnConfig = {
  /** Issuer identifier exactly as the provider writes it. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Display name of the provider. */
  name: string
  /** Email domains in lower case. undefined: all are allowed. */
  allowedDomains: string[] | undefined
  /** True: the provider asks for a second step at each sign-in. */
  secondStep: boolean
}

const MAIL_LANGUAGES = Object.keys(LANGUAGES) as UiLanguage[]

/** Fastify's logger is pino. These are pino's level names. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Enough for a hundred thousand deletions, and little beside the pictures of one display. */
const BALLAST_MB = 64
/** Enough for three hospitals of 300 screens each, all behind one address, including half-open connections after a network cut. */
const STREAMS_PER_ADDRESS = 2_000
/** Enough for one display on ten thousand screens, with some to spare. */
const STREAMS_PER_DISPLAY = 12_000

/** The public servers. */
const WEATHER_ADDRESSES: Record<WeatherSource, string> = {
  'met-norway': 'https://api.met.no',
  'open-meteo': 'https://api.open-meteo.com',
}

/** A setting that cannot be used. The message is one line for the person who set it. */
export class ConfigError extends Error {}

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().max(65_535))
const count = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().max(365))
const megabytes = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
const streamCount = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)
  .pipe(z.int().min(1))
const webAddress = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url))
  .refine((url) => url.pathname === '/' && !url.search && !url.username)
  .transform((url) => url.origin)
const proxies = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .refine((list) => list.every(isAddressOrNetwork))
const ownNetworks = z
  .string()
  .transform((list) => list.split(',').map((entry) => readOwnNetwork(entry.trim())))
  .pipe(z.array(z.custom<OwnNetwork>((entry) => entry !== undefined)))
const mailServer = z.url({ protocol: /^smtps?$/ }).refine((url) => URL.parse(url)?.hostname !== '')
const sender = z
  .string()
  .transform((text) => /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? ['', 'Placard', text])
  .transform(([, name = '', address = '']) => ({ name: name.trim().replace(/^"(.*)"$/, '$1'), address }))
  .refine(({ address }) => Email.safeParse(address).success)
/** Plain http would show the provider's answers to the network, so it is allowed only on the same machine. */
const issuer = z.url({ protocol: /^https?$/ }).refine((text) => {
  const url = URL.parse(text)
  if (!url || url.username || url.search || url.hash) return false
  return url.protocol === 'https:' || LOOPBACK.has(url.hostname)
})
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Plain http is allowed only for a cache in the same building: from further away, files could be changed in transit. */
const mediaAddress = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine((url) => !url.username && !url.password && !/[?#]/.test(url.href))
  // The address is written into the pages' content security policy, where a semicolon would end the directive.
  .refine(({ hostname }) => /^([a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(hostname))
  .refine(({ protocol, hostname }) => protocol === 'https:' || isNearby(hostname))
  .transform(({ href }) => href.replace(/\/+$/, ''))
const NEARBY = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  NEARBY.addSubnet(network, bits)
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  NEARBY.addSubnet(network, bits, 'ipv6')
}
const domains = z
  .string()
  .transform((list) => list.split(',').map((domain) => domain.trim().toLowerCase()))
  .refine((list) => list.every((domain) => Email.safeParse(`somebody@${domain}`).success))
const mailLanguages = z
  .string()
  .transform((list) => list.split(',').map((language) => knownLanguage([language.trim()])))
  .pipe(z.array(z.enum(MAIL_LANGUAGES)))
  .refine((list) => new Set(list).size === list.length)
const contact = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u)
const weatherAddress = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine((url) => !url.username && !url.password && !/[?#]/.test(url.href))
  .transform(({ href }) => href.replace(/\/+$/, ''))
const broker = z
  .url({ protocol: /^mqtts?$/ })
  .transform((text) => new URL(text))
  .refine((url) => url.hostname !== '' && /^\/?$/.test(url.pathname) && !/[?#]/.test(url.href))
  .transform((url) => ({
    url: `${url.protocol}//${url.host}`,
    username: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
  }))
const organisationIds = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(OrganisationId).min(1).max(100))
const visible = z
  .string()
  .max(512)
  .regex(/^[\x21-\x7e]+$/)
const password = z
  .string()
  .min(MIN_PASSWORD_CHARACTERS)
  .max(MAX_PASSWORD_CHARACTERS)
  .transform((value) => value.normalize('NFC'))

/**
 * Reads the settings.
 *
 * @param env the environment; an empty value counts as absent
 * @param workingDir what a relative DATA_DIR starts from
 * @throws ConfigError naming the first setting at fault, its value (never a password) and what was expected
 */
export function readConfig(env: Record<string, string | undefined>, workingDir: string): Config {
  function read<T>(
    name: string,
    schema: z.ZodType<T>,
    expected: string,
    options: { secret?: boolean } = {},
  ): T | undefined {
    const value = env[name]
    if (value === undefined || value === '') return undefined
    const result = schema.safeParse(value)
    if (result.success) return result.data
    throw new ConfigError(`${name} is ${options.secret ? 'not valid' : JSON.stringify(value)}; expected ${expected}.`)
  }

  function readS3(): Config['s3'] {
    const bucket = read('S3_BUCKET', z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/), 'the name of a bucket')
    const endpoint = read('S3_ENDPOINT', webAddress, 'an address like https://s3.example.org, without a path')
    const region = read('S3_REGION', z.string().regex(/^[\w-]{1,64}$/), 'a region like eu-central-1') ?? 'us-east-1'
    const key = z.string().regex(/^[\x21-\x7e]{1,256}$/)
    const accessKeyId = read('S3_ACCESS_KEY_ID', key, 'printable characters without spaces', { secret: true })
    const secretAccessKey = read('S3_SECRET_ACCESS_KEY', key, 'printable characters without spaces', { secret: true })
    if (bucket === undefined) return undefined
    if (accessKeyId === undefined) throw new ConfigError('S3_ACCESS_KEY_ID is not set. S3_BUCKET requires it.')
    if (secretAccessKey === undefined) {
      throw new ConfigError('S3_SECRET_ACCESS_KEY is not set. S3_BUCKET requires it.')
    }
    return { bucket, endpoint, region, accessKeyId, secretAccessKey }
  }

  function readMail(): Config['mail'] {
    const url = read('SMTP_URL', mailServer, 'an address like smtps://user:password@mail.example.org', { secret: true })
    const expected = 'an address like signage@example.org or Placard <signage@example.org>'
    const from = read('MAIL_FROM', sender, expected)
    const languages = read(
      'MAIL_LANGUAGE',
      mailLanguages,
      `one or more of ${MAIL_LANGUAGES.join(', ')}, like ar,en`,
    ) ?? ['en' as const]
    if (url === undefined) return undefined
    if (!from) throw new ConfigError(`MAIL_FROM is not set. SMTP_URL requires it: ${expected}.`)
    // Otherwise links in mails would begin with the host of the request, which any sender can choose (B11).
    if (!publicUrl) {
      throw new ConfigError('PUBLIC_URL is not set. SMTP_URL requires it, because links in emails begin with it.')
    }
    return { url, from, languages }
  }

  function readOperatorMail(): string | undefined {
    const address = read('OPERATOR_MAIL', Email, 'an email address')
    if (address !== undefined && !mail) throw new ConfigError('SMTP_URL is not set. OPERATOR_MAIL requires it.')
    return address
  }

  function readSingleSignOn(): SingleSignOnConfig | undefined {
    const at = read('OIDC_ISSUER', issuer, 'an address like https://login.example.org/realms/school, with https')
    const clientId = read('OIDC_CLIENT_ID', visible, 'the id that the identity provider gave, without spaces')
    const clientSecret = read(
      'OIDC_CLIENT_SECRET',
      visible,
      'the value that the identity provider gave, without spaces',
      {
        secret: true,
      },
    )
    const name = read('OIDC_NAME', z.string().trim().min(1).max(40), '1 to 40 characters for the button, like Keycloak')
    const allowedDomains = read(
      'OIDC_ALLOWED_DOMAINS',
      domains,
      'domains of email addresses, like school.example, b.example',
    )
    const secondStep = read('OIDC_SECOND_STEP', z.literal('yes'), '"yes", or nothing')
    const given = { OIDC_ISSUER: at, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
    const [some] = Object.entries({
      ...given,
      OIDC_NAME: name,
      OIDC_ALLOWED_DOMAINS: allowedDomains,
      OIDC_SECOND_STEP: secondStep,
    }).filter(([, value]) => value !== undefined)
    if (!some) return undefined
    for (const [setting, value] of Object.entries(given)) {
      if (value === undefined) throw new ConfigError(`${setting} is not set. ${some[0]} requires it.`)
    }
    if (at === undefined || clientId === undefined || clientSecret === undefined) return undefined
    // The provider sends people back to one address, which must be registered with it.
    if (!publicUrl) {
      throw new ConfigError(
        'PUBLIC_URL is not set. OIDC_ISSUER requires it, because the provider sends people back there.',
      )
    }
    return {
      issuer: at,
      clientId,
      clientSecret,
      name: name ?? new URL(at).hostname,
      allowedDomains,
      secondStep: secondStep !== undefined,
    }
  }

  function readStreams(): Config['streams'] {
    const expected = 'a number, 1 or more'
    return {
      perAddress: read('STREAMS_PER_ADDRESS', streamCount, expected) ?? STREAMS_PER_ADDRESS,
      perDisplay: read('STREAMS_PER_DISPLAY', streamCount, expected) ?? STREAMS_PER_DISPLAY,
      inAll: read('STREAMS_MAX', streamCount, expected),
    }
  }

  function readFeedNetworks(): Config['feedNetworks'] {
    const expected =
      'addresses or networks, each optionally with an organisation and a port, like 192.168.1.5, 10.20.0.0/16:8443, school@10.20.0.5:443, [fd00::5]:443'
    return read('FEED_NETWORKS', ownNetworks, expected) ?? []
  }

  function readWeather(): WeatherConfig | undefined {
    const source = read(
      'WEATHER_SOURCE',
      z.enum(WEATHER_SOURCES),
      WEATHER_SOURCES.map((one) => `"${one}"`).join(' or '),
    )
    const own = read(
      'WEATHER_URL',
      weatherAddress,
      'an address like https://weather.example.org, without a question mark',
    )
    const isNonCommercial = read('WEATHER_NON_COMMERCIAL', z.literal('yes'), '"yes", or nothing') !== undefined
    if (source === undefined) return undefined
    if (source === 'met-norway' && contactOfOperator === undefined) {
      throw new ConfigError(
        'CONTACT is not set. WEATHER_SOURCE=met-norway requires it, because MET Norway asks for a contact in each request.',
      )
    }
    if (source === 'met-norway' && !/^[\x20-\x7e]+$/.test(contactOfOperator ?? '')) {
      throw new ConfigError(
        `CONTACT is ${JSON.stringify(contactOfOperator)}; expected an email address or a web address, because WEATHER_SOURCE=met-norway sends it in a header.`,
      )
    }
    if (source === 'open-meteo' && own === undefined && !isNonCommercial) {
      throw new ConfigError(
        'WEATHER_URL is not set. WEATHER_SOURCE=open-meteo requires it, or WEATHER_NON_COMMERCIAL=yes: the public server of Open-Meteo is for non-commercial use only.',
      )
    }
    const contactWords = contactOfOperator !== undefined && source === 'met-norway' ? `; ${contactOfOperator}` : ''
    return {
      source,
      url: own ?? WEATHER_ADDRESSES[source],
      isOwn: own !== undefined,
      userAgent: `Placard/${VERSION} (digital signage${contactWords})`,
    }
  }

  function readMqtt(): MqttConfig | undefined {
    const address = read(
      'MQTT_URL',
      broker,
      'an address like mqtt://user:password@broker.example.org:1883, or mqtts://',
      {
        secret: true,
      },
    )
    const organisations = read(
      'MQTT_ORGANISATIONS',
      organisationIds,
      'ids of organisations, like school or school, town',
    )
    if (address === undefined) return undefined
    if (!organisations) {
      throw new ConfigError(
        'MQTT_ORGANISATIONS is not set. MQTT_URL requires it: the organisations whose screens are published, and changed by it.',
      )
    }
    return { ...address, organisations }
  }

  const folderOf = (path: string) => (isAbsolute(path) ? path : resolve(workingDir, path))
  const dataDir = folderOf(read('DATA_DIR', z.string(), 'a folder') ?? './data')
  const backupDir = read('BACKUP_DIR', z.string(), 'a folder')
  const trustedProxies = read('TRUSTED_PROXIES', proxies, 'addresses or networks, like 127.0.0.1, 10.0.0.0/8')
  const publicUrl = read('PUBLIC_URL', webAddress, 'an address like https://signage.example.org, without a path')
  const mediaUrl = read(
    'MEDIA_URL',
    mediaAddress,
    'an address like https://cdn.example.org/media, without a question mark; plain http only in a local network',
  )
  if (mediaUrl?.startsWith('http:') && publicUrl?.startsWith('https:')) {
    throw new ConfigError(
      `MEDIA_URL is ${JSON.stringify(mediaUrl)}; expected https, because browsers block http files on the https pages of PUBLIC_URL.`,
    )
  }
  const mail = readMail()
  const contactOfOperator = read(
    'CONTACT',
    contact,
    'an email address, a web address or a line of at most 200 characters',
  )
  const seed = read('SEED', z.enum(['none', 'sample']), '"sample" (the default) or "none"')
  return {
    port: read('PORT', port, 'a port from 0 to 65535') ?? 3000,
    host:
      read('HOST', z.string().regex(/^[\w.:-]+$/), 'a host name or an address to listen on, like 0.0.0.0 or ::') ??
      '::',
    dataDir,
    databaseUrl: read(
      'DATABASE_URL',
      z.url({ protocol: /^postgres(ql)?$/ }),
      'an address like postgres://user:password@host:5432/name',
      { secret: true },
    ),
    ballastBytes: 2 ** 20 * (read('BALLAST_MB', megabytes, 'megabytes, from 0 to 99999') ?? BALLAST_MB),
    s3: readS3(),
    publicUrl,
    mediaUrl,
    trustedProxies: trustedProxies ?? [],
    streams: readStreams(),
    logLevel: read('LOG_LEVEL', z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`) ?? 'warn',
    metricsToken: read(
      'METRICS_TOKEN',
      z.string().regex(/^[\x21-\x7e]{16,512}$/),
      '16 to 512 characters without spaces',
      { secret: true },
    ),
    mail,
    feedNetworks: readFeedNetworks(),
    operatorMail: readOperatorMail(),
    assistants: read('MCP', z.enum(['on', 'off']), '"on" or "off"') === 'on',
    contact: contactOfOperator,
    weather: readWeather(),
    mqtt: readMqtt(),
    backup: {
      folder: backupDir === undefined ? join(dataDir, 'backups') : folderOf(backupDir),
      keep: read('BACKUP_KEEP', count, 'the number of daily backups to keep, from 1 to 365, or 0 for none') ?? 7,
    },
    singleSignOn: readSingleSignOn(),
    passwordCost: PASSWORD_COST,
    picturePriority: PICTURE_PRIORITY,
    refusalsAtOnce: REFUSALS_AT_ONCE,
    seed:
      seed === 'none'
        ? { kind: 'none' }
        : {
            kind: 'sample',
            adminEmail: read('SEED_ADMIN_EMAIL', Email, 'an email address') ?? 'admin@vnr.example',
            adminPassword: read(
              'SEED_ADMIN_PASSWORD',
              password,
              `${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters`,
              { secret: true },
            ),
          },
  }
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}

/** @param hostname as `URL` has it */
function isNearby(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version !== 0) return NEARBY.check(address, version === 4 ? 'ipv4' : 'ipv6')
  return !hostname.includes('.') || /\.(local|lan|internal|home\.arpa)$/.test(hostname)
}
