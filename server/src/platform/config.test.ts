import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, PASSWORD_COST, readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, '/srv/placard')

describe('settings', () => {
  it('serves on port 3000 with SQLite below ./data when nothing is set', () => {
    expect(read({})).toEqual({
      port: 3000,
      host: '::',
      dataDir: '/srv/placard/data',
      databaseUrl: undefined,
      ballastBytes: 64 * 2 ** 20,
      s3: undefined,
      backup: { folder: '/srv/placard/data/backups', keep: 7 },
      publicUrl: undefined,
      mediaUrl: undefined,
      feedNetworks: [],
      weather: undefined,
      assistants: false,
      mqtt: undefined,
      trustedProxies: [],
      streams: { perAddress: 2_000, perDisplay: 12_000, inAll: undefined },
      logLevel: 'warn',
      mail: undefined,
      passwordCost: { memory: 19_456, passes: 2, parallelism: 1 },
      picturePriority: 10,
      refusalsAtOnce: 100,
      seed: { kind: 'sample', adminEmail: 'admin@vnr.example', adminPassword: undefined },
    })
  })

  it('[B5] no variable of the environment makes a password cheaper to guess', () => {
    const asked = new Set<string>()
    const get = (_: object, name: string | symbol) => {
      asked.add(String(name))
      return undefined
    }
    readConfig(new Proxy({}, { get }), '/')
    expect(asked.size).toBeGreaterThan(20)
    for (const name of [...asked, 'PASSWORD_COST', 'NODE_ENV', 'CI']) {
      for (const value of ['0', '1', 'test', 'true']) {
        let config: ReturnType<typeof readConfig> | undefined
        try {
          config = read({ [name]: value })
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError)
        }
        expect(config?.passwordCost ?? PASSWORD_COST).toEqual({ memory: 19_456, passes: 2, parallelism: 1 })
      }
    }
  })

  it('[HS22] every setting stands in docs/settings.md, and nothing else does', () => {
    const source = readFileSync(join(import.meta.dirname, 'config.ts'), 'utf8')
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
    const settings = [...source.matchAll(/\bread\(\s*'([A-Z][A-Z0-9_]+)'/g)].map(([, name]) => name)
    const rows = docs.split('\n').filter((line) => line.startsWith('| `'))
    const described = rows.flatMap((row) => (row.split(' | ')[0] ?? '').match(/[A-Z][A-Z0-9_]+/g) ?? [])
    expect(described.toSorted()).toEqual(settings.toSorted())
  })

  it('takes an empty value for an absent one', () => {
    expect(read({ PORT: '', PUBLIC_URL: '' })).toEqual(read({}))
  })

  it('takes several proxies, and networks of them', () => {
    expect(read({ TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8' }).trustedProxies).toEqual([
      '127.0.0.1',
      '::1',
      '10.0.0.0/8',
    ])
  })

  it('[S43] takes networks for feeds, each with an organisation and a port if it has them', () => {
    const own = { organisationId: undefined, bits: undefined, port: undefined }
    const list = '10.20.0.5, 10.20.0.0/16:8443,vnr@10.20.0.0/16:443, fd00::5:443, [fd00::5]:443, vnr@[fd00::]/16:80'
    expect(read({ FEED_NETWORKS: list }).feedNetworks).toEqual([
      { ...own, address: '10.20.0.5' },
      { ...own, address: '10.20.0.0', bits: 16, port: 8443 },
      { organisationId: 'vnr', address: '10.20.0.0', bits: 16, port: 443 },
      { ...own, address: 'fd00::5:443' },
      { ...own, address: 'fd00::5', port: 443 },
      { organisationId: 'vnr', address: 'fd00::', bits: 16, port: 80 },
    ])
  })

  it('WD5 takes a broker with the organisations that it is for, and tells no password', () => {
    const MQTT_URL = 'mqtts://placard:p%40ss@broker.example.org:8884'
    expect(read({ MQTT_URL, MQTT_ORGANISATIONS: 'school, town' }).mqtt).toEqual({
      url: 'mqtts://broker.example.org:8884',
      username: 'placard',
      password: 'p@ss',
      organisations: ['school', 'town'],
    })
    expect(() => read({ MQTT_URL })).toThrow('MQTT_ORGANISATIONS is not set')
    for (const wrong of ['http://u:secret@b', 'mqtt://u:secret@b/topic', 'mqtt://u:secret@b?x=1']) {
      const given = () => read({ MQTT_URL: wrong, MQTT_ORGANISATIONS: 'school' })
      expect(given).toThrow(ConfigError)
      expect(given).not.toThrow('secret')
    }
    expect(() => read({ MQTT_URL, MQTT_ORGANISATIONS: '*' })).toThrow(ConfigError)
    expect(read({ MQTT_ORGANISATIONS: 'school' }).mqtt).toBeUndefined()
  })

  it('keeps PUBLIC_URL as an origin, whatever slash was typed', () => {
    expect(read({ PUBLIC_URL: 'https://Signage.example.org/' }).publicUrl).toBe('https://signage.example.org')
  })

  it.each([
    ['https://cdn.example.org/media', 'https://cdn.example.org/media'],
    ['https://CDN.example.org/media//', 'https://cdn.example.org/media'],
    ['https://cdn.example.org', 'https://cdn.example.org'],
    ['https://cdn.example.org:8443/a b/', 'https://cdn.example.org:8443/a%20b'],
    ['http://localhost:4600/media', 'http://localhost:4600/media'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/media', 'http://[::1]:8080/media'],
    ['http://192.168.4.20/media', 'http://192.168.4.20/media'],
    ['http://172.31.0.9', 'http://172.31.0.9'],
    ['http://[fd00::9]/media', 'http://[fd00::9]/media'],
    ['http://cache/media', 'http://cache/media'],
    ['http://cache.school.lan', 'http://cache.school.lan'],
  ])('keeps MEDIA_URL %s without a slash at the end', (given, kept) => {
    expect(read({ MEDIA_URL: given }).mediaUrl).toBe(kept)
  })

  it('takes no MEDIA_URL by http beside a PUBLIC_URL by https', () => {
    const env = { MEDIA_URL: 'http://cache.lan/media', PUBLIC_URL: 'https://signage.example.org' }
    expect(() => read(env)).toThrow(ConfigError)
    expect(() => read(env)).toThrow('expected https')
    expect(read({ ...env, PUBLIC_URL: 'http://signage.lan' }).mediaUrl).toBe('http://cache.lan/media')
  })

  it.each([
    ['MEDIA_URL', 'cdn.example.org/media', 'https://cdn.example.org/media'],
    ['MEDIA_URL', '/media', 'https://cdn.example.org/media'],
    ['MEDIA_URL', 'ftp://cdn.example.org/media', 'https://'],
    ['MEDIA_URL', 'http://cdn.example.org/media', 'plain http only in a local network'],
    ['MEDIA_URL', 'http://172.32.0.9/media', 'plain http only in a local network'],
    ['MEDIA_URL', 'http://[2001:db8::9]/media', 'plain http only in a local network'],
    ['MEDIA_URL', 'https://cdn.example.org/media?token=a', 'without a question mark'],
    ['MEDIA_URL', 'https://cdn.example.org/media?', 'without a question mark'],
    ['MEDIA_URL', 'https://cdn.example.org/media#a', 'https://'],
    ['MEDIA_URL', 'https://user:password@cdn.example.org/media', 'https://'],
    ['MEDIA_URL', 'https://a;script-src.example/media', 'https://'],
    ['PORT', '99999', 'a port from 0 to 65535'],
    ['PORT', '80a', 'a port from 0 to 65535'],
    ['HOST', 'a b', 'a host name'],
    ['DATABASE_URL', 'mysql://h/d', 'postgres://'],
    ['PUBLIC_URL', 'signage.example.org', 'https://signage.example.org'],
    ['PUBLIC_URL', 'https://h.example/path', 'without a path'],
    ['TRUSTED_PROXIES', 'localhost', '127.0.0.1'],
    ['STREAMS_PER_ADDRESS', '0', 'a number, 1 or more'],
    ['STREAMS_PER_DISPLAY', 'many', 'a number, 1 or more'],
    ['BALLAST_MB', 'much', 'megabytes'],
    ['STREAMS_MAX', '-1', 'a number, 1 or more'],
    ['LOG_LEVEL', 'loud', 'fatal, error, warn'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', '10.0.0.0/8'],
    ['FEED_NETWORKS', 'calendar.example', '10.20.0.0/16:8443'],
    ['FEED_NETWORKS', '10.20.0.0/33', '10.20.0.0/16:8443'],
    ['FEED_NETWORKS', '10.20.0.5:0', '10.20.0.0/16:8443'],
    ['FEED_NETWORKS', '10.20.0.5:65536', '10.20.0.0/16:8443'],
    ['FEED_NETWORKS', '10.20.0.5:443:80', '10.20.0.0/16:8443'],
    ['FEED_NETWORKS', '10.20.0.5:443/16', '10.20.0.0/16:8443'],
    ['FEED_NETWORKS', '@10.20.0.5', 'school@10.20.0.5:443'],
    ['FEED_NETWORKS', 'A School@10.20.0.5', 'school@10.20.0.5:443'],
    ['FEED_NETWORKS', '[10.20.0.5]:443', '[fd00::5]:443'],
    ['FEED_NETWORKS', '10.20.0.5,', '192.168.1.5'],
    ['SMTP_URL', 'mail.example.org', 'smtps://user:password@mail.example.org'],
    ['SMTP_URL', 'https://mail.example.org', 'smtps://'],
    ['SMTP_URL', 'smtp://', 'smtps://'],
    ['MAIL_FROM', 'nobody', 'Placard <signage@example.org>'],
    ['MAIL_LANGUAGE', 'xx', 'one or more of en, ar, '],
    ['MAIL_LANGUAGE', 'en,en', 'one or more of en, ar, '],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example', 'Placard <signage@example.org>'],
    ['MAIL_FROM', 'Us\r\nBcc: c@d.example <a@b.example>', 'Placard <signage@example.org>'],
    ['S3_BUCKET', 'A bucket', 'the name of a bucket'],
    ['S3_BUCKET', 'media', 'S3_BUCKET requires it'],
    ['S3_ENDPOINT', 's3.example.org', 'https://s3.example.org'],
    ['S3_REGION', 'a b', 'eu-central-1'],
    ['OIDC_ISSUER', 'login.example.org', 'https'],
    ['OIDC_ISSUER', 'http://login.example.org', 'https'],
    ['OIDC_ISSUER', 'https://me:word@login.example.org', 'https://login.example.org/realms/school'],
    ['OIDC_ISSUER', 'https://login.example.org/?a=b', 'https://login.example.org/realms/school'],
    ['OIDC_CLIENT_ID', 'a b', 'without spaces'],
    ['OIDC_CLIENT_SECRET', 'a b', 'the value that the identity provider gave'],
    ['OIDC_NAME', 'x'.repeat(41), '1 to 40 characters'],
    ['OIDC_ALLOWED_DOMAINS', 'school.example;b.example', 'school.example, b.example'],
    ['OIDC_ALLOWED_DOMAINS', '@school.example', 'school.example, b.example'],
    ['OIDC_ALLOWED_DOMAINS', 'school.example,', 'school.example, b.example'],
    ['SEED', 'maybe', '"none"'],
    ['SEED_ADMIN_EMAIL', 'nobody', 'an email address'],
    ['SEED_ADMIN_PASSWORD', 'short', '15 to 256 characters'],
    ['METRICS_TOKEN', 'short', '16 to 512 characters'],
  ])('names %s=%s and says what was expected, in one line', (name, value, expected) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError)
    try {
      read({ [name]: value })
    } catch (error) {
      const message = String((error as Error).message)
      expect(message).toContain(name)
      expect(message).toContain(expected)
      expect(message).not.toContain('\n')
    }
  })

  it.each([
    ['SEED_ADMIN_PASSWORD', 'short secret'],
    ['DATABASE_URL', 'mysql://me:secret@h/d'],
    ['METRICS_TOKEN', 'a secret'],
    ['OIDC_CLIENT_SECRET', 'a secret of two'],
    ['S3_SECRET_ACCESS_KEY', 'a secret of two'],
    ['SMTP_URL', 'imap://me:secret@h'],
  ])('[B98] never repeats the value of %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
  })

  const MAIL = {
    SMTP_URL: 'smtp://me:secret@mail.example.org:587',
    MAIL_FROM: 'signage@example.org',
    PUBLIC_URL: 'https://signage.example.org',
  }

  it.each([
    ['signage@example.org', { name: 'Placard', address: 'signage@example.org' }],
    ['The Screens <signage@example.org>', { name: 'The Screens', address: 'signage@example.org' }],
    ['"Screens, all" <signage@example.org>', { name: 'Screens, all', address: 'signage@example.org' }],
  ])('sends mail as %s', (from, expected) => {
    expect(read({ ...MAIL, MAIL_FROM: from }).mail).toEqual({ url: MAIL.SMTP_URL, from: expected, languages: ['en'] })
  })

  it('writes mails in the configured languages, in their order', () => {
    expect(read({ ...MAIL, MAIL_LANGUAGE: 'ar, en' }).mail?.languages).toEqual(['ar', 'en'])
  })

  it.each(['MAIL_FROM', 'PUBLIC_URL'])('[B11] wants %s where there is a mail server', (name) => {
    expect(() => read({ ...MAIL, [name]: '' })).toThrow(new RegExp(`^${name} is not set\\. .*\\.$`))
  })

  it('[AS1] assistants are let in only if the operator says so', () => {
    expect([read({ MCP: 'on' }), read({ MCP: 'off' }), read({ MCP: '' })].map(({ assistants }) => assistants)).toEqual([
      true,
      false,
      false,
    ])
    expect(() => read({ MCP: 'yes' })).toThrow('MCP is "yes"; expected "on" or "off".')
  })

  it('[SA2] tells the operator by mail, where there is a mail server', () => {
    expect(read(MAIL).operatorMail).toBeUndefined()
    expect(read({ ...MAIL, OPERATOR_MAIL: 'ops@example.org' }).operatorMail).toBe('ops@example.org')
    expect(() => read({ OPERATOR_MAIL: 'ops@example.org' })).toThrow(/^SMTP_URL is not set\. .*\.$/)
    expect(() => read({ ...MAIL, OPERATOR_MAIL: 'ops' })).toThrow(
      /^OPERATOR_MAIL is "ops"; expected an email address\.$/,
    )
  })

  const SIGN_ON = {
    OIDC_ISSUER: 'https://login.school.example/realms/school',
    OIDC_CLIENT_ID: 'placard',
    OIDC_CLIENT_SECRET: 'a-secret',
    PUBLIC_URL: 'https://signage.example.org',
  }

  it('signs people in through an identity provider, named as it is called or else where it lives', () => {
    const expected = { issuer: SIGN_ON.OIDC_ISSUER, clientId: 'placard', clientSecret: 'a-secret' }
    expect(read(SIGN_ON).singleSignOn).toEqual({
      ...expected,
      name: 'login.school.example',
      allowedDomains: undefined,
      secondStep: false,
    })
    expect(
      read({ ...SIGN_ON, OIDC_NAME: ' School login ', OIDC_ALLOWED_DOMAINS: 'School.Example, b.example' }).singleSignOn,
    ).toEqual({ ...expected, name: 'School login', allowedDomains: ['school.example', 'b.example'], secondStep: false })
  })

  it.each(['http://localhost:8080/realms/school', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'takes the provider at %s, which is this machine',
    (issuer) => {
      expect(read({ ...SIGN_ON, OIDC_ISSUER: issuer }).singleSignOn?.issuer).toBe(issuer)
    },
  )

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PUBLIC_URL'])(
    'wants %s where there is an identity provider',
    (name) => {
      expect(() => read({ ...SIGN_ON, [name]: '' })).toThrow(new RegExp(`^${name} is not set\\. .*\\.$`))
      expect(() => read({ ...SIGN_ON, [name]: '' })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('a-secret') }),
      )
    },
  )
})
