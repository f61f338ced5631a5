import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../seed/service.ts'
import { describeDialects } from '../testing/dialects.ts'
import { type Client, startTestServer, type TestServer } from '../testing/server.ts'
import { twinLanguageOf } from './words.ts'

describeDialects('the page to read', (dialect) => {
  let server: TestServer
  let admin: Client
  const clock = { now: Date.parse('2026-11-23T09:00:00Z') }

  beforeAll(async () => {
    server = await startTestServer({ dialect, now: () => clock.now })
    admin = await server.signIn()
  })
  afterAll(() => server.close())

  const read = (path = '/read/vnr/ece', headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

  it('[TW1] is there for everybody, small, with the words on its pictures and its lines, and no title', async () => {
    const { items } = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    const answer = await read()
    const page = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(Buffer.byteLength(page)).toBeLessThan(30_000)
    for (const words of [
      'Department of ECE',
      'Bring your card',
      'a wave becomes a signal',
      'Sign in to the dashboard',
    ]) {
      expect(page).toContain(words)
    }
    const [hidden] = items
    const renamed = await admin.call('updateItem', {
      params: { ...SAMPLE_DISPLAY, itemId: hidden?.id as never },
      headers: { 'if-match': `"${hidden?.revision}"` },
      body: { title: 'Draft of the board' },
    })
    expect(renamed.status).toBe(200)
    expect(await (await read()).text()).not.toContain('Draft of the board')
  })

  it('[TW1] follows a change at once, and is not sent twice', async () => {
    const before = await read()
    const tag = before.headers.get('etag') ?? ''
    expect((await read(undefined, { 'if-none-match': tag })).status).toBe(304)
    await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: 'The lift is out of order' } })
    const after = await read(undefined, { 'if-none-match': tag })
    expect([after.status, (await after.text()).includes('The lift is out of order')]).toEqual([200, true])
    const known = after.headers.get('etag') ?? ''
    clock.now += 61_000
    expect((await read(undefined, { 'if-none-match': known })).status).toBe(200)
  })

  it('[TW1] [TO1] what takes the screens over comes first, and is gone with its end', async () => {
    const { organisationId } = SAMPLE_DISPLAY
    const notice = { look: 'alert' as const, heading: 'Leave by the south stairs', body: '', byline: '' }
    const begun = await admin.call('startTakeOver', {
      params: { organisationId },
      body: { content: { kind: 'notice', notice }, displays: null, drill: true, minutes: 5 },
    })
    expect(begun.status).toBe(201)
    const during = await (await read()).text()
    expect(during.indexOf('Leave by the south stairs')).toBeGreaterThan(during.indexOf('Drill, this is only a test'))
    expect(during.indexOf('Leave by the south stairs')).toBeLessThan(during.indexOf('On the screen'))
    await admin.call('endTakeOver', { params: { organisationId, overId: begun.body.id } })
    expect(await (await read()).text()).not.toContain('south stairs')
  })

  it('[TW1] is in the language of its reader, the words of people in that of the display', async () => {
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { language: 'de' } })
    const page = await (await read(undefined, { 'accept-language': 'ar-EG,en;q=0.5' })).text()
    expect(page).toContain('<html lang="ar" dir="rtl">')
    expect(page).toContain('<h1 lang="de">')
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { language: null } })
  })

  it('[TW1] [B24] what people write is text in it, whatever it holds', async () => {
    const markup = '</li><script>alert(1)</script>"\'&amp;'
    await admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text: markup } })
    await admin.call('createItem', {
      params: SAMPLE_DISPLAY,
      body: {
        title: 'x',
        type: 'notice',
        url: 'about:blank',
        visible: true,
        notice: { look: 'paper', heading: markup, body: `${markup}\n- ${markup}`, byline: markup },
      },
    })
    const page = await (await read()).text()
    expect(page).not.toContain('<script>')
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  })

  it('[TW1] no display is a page that says so', async () => {
    for (const path of ['/read/vnr/nowhere', '/read/nobody/ece', '/read/VNR/%3Cx%3E']) {
      const answer = await read(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('There is no display at this address.')
    }
  })
})

describe('the language of the page to read', () => {
  it.each([
    [undefined, 'en'],
    ['ar', 'ar'],
    ['fr-FR,ar-EG;q=0.8,en;q=0.9', 'en'],
    ['de, ar;q=0.1', 'ar'],
    ['ar;q=0', 'en'],
    [';;;,,q=,', 'en'],
  ])('[TW1] %s is %s', (asked, language) => {
    expect(twinLanguageOf(asked)).toBe(language)
  })
})
