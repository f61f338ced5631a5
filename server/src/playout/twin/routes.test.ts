import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

describeDialects('the page to read', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect, now: () => clock.now })
  const clock = { now: Date.parse('2026-11-23T09:00:00Z') }

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

  it('[TW1] [TO1] a running take-over comes first, and is gone after its end', async () => {
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

  it('[TW1] [B24] typed text is text on the page, whatever it contains', async () => {
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

  it('[TA1] [B167] an item with a date has a file for calendars, and each item a link of its own', async () => {
    const made = await admin.call('createItem', {
      params: SAMPLE_DISPLAY,
      body: {
        title: 'Secret title',
        type: 'notice',
        url: 'about:blank',
        visible: true,
        notice: {
          look: 'paper',
          heading: 'Concert, in {days until 2026-12-18}',
          body: 'In the **hall**\n- Tea',
          byline: '',
        },
      },
    })
    const { id } = made.body.item
    const page = await (await read()).text()
    expect(page).toContain(`href="#${id}"`)
    // Relative to `/read/vnr/ece`.
    expect(page).toContain(`href="ece/${id}.ics"`)
    const answer = await read(`/read/vnr/ece/${id}.ics`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const file = (await answer.text()).replaceAll('\r\n ', '')
    expect(file).toContain('SUMMARY:Concert\\, in\r\nDESCRIPTION:In the hall\\n\\n- Tea\r\n')
    expect(file).toContain('DTSTART;VALUE=DATE:20261218\r\nDTEND;VALUE=DATE:20261219\r\n')
    expect(file).toContain(`URL:${server.url}/read/vnr/ece#${id}\r\n`)
    expect(file).not.toContain('Secret')
    // [S44] Made from the cached page, and not read again for each request.
    const stamp = /DTSTAMP:\w+/.exec(file)?.[0]
    clock.now += 1_000
    expect(await (await read(`/read/vnr/ece/${id}.ics`)).text()).toContain(stamp)
    const compressed = await read(undefined, { 'accept-encoding': 'br' })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.headers.get('vary')).toBe('accept-language, accept-encoding')
    // Nothing is revealed before its time, and items without a date have no file.
    const { items } = (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body
    const undated = items.find(({ type }) => type === 'image')
    await admin.call('updateItem', {
      params: { ...SAMPLE_DISPLAY, itemId: id },
      headers: { 'if-match': '*' },
      body: { visible: false },
    })
    for (const path of [`${undated?.id}.ics`, `${id}.ics`, 'x.ics', id])
      expect([path, (await read(`/read/vnr/ece/${path}`)).status]).toEqual([path, 404])
    await admin.call('removeItem', { params: { ...SAMPLE_DISPLAY, itemId: id }, headers: { 'if-match': '*' } })
  })

  it('[TW2] its short address leads there for ever, and is written in any case', async () => {
    const change = async (body: object) => (await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body })).body
    const manifest = async () => (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect((await manifest()).readCode).toBe(undefined)
    const { shortCode, readCode } = await change({ readCode: 'corner' })
    expect([readCode, shortCode]).toEqual(['corner', expect.stringMatching(/^[b-df-hj-km-np-tv-xz2-9]{6}$/)])
    expect((await manifest()).readCode).toEqual({ at: `/r/${shortCode}`, way: 'corner' })
    const lead = async (path: string) => {
      const answer = await fetch(server.url + path, { redirect: 'manual' })
      return [answer.status, answer.headers.get('location')]
    }
    expect(await lead(`/r/${shortCode}`)).toEqual([302, '/read/vnr/ece'])
    expect(await lead(`/r/${shortCode?.toUpperCase()}`)).toEqual([302, '/read/vnr/ece'])
    expect((await change({ readCode: null })).shortCode).toBe(shortCode)
    expect(await lead(`/r/${shortCode}`)).toEqual([302, '/read/vnr/ece'])
    expect((await change({ readCode: 'card' })).shortCode).toBe(shortCode)
  })

  it('[TW2] the card is only in the manifest, in the language of the display, and restarts the loop', async () => {
    clock.now += 5_000
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { readCode: null, language: 'de' } })
    const before = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    clock.now += 5_000
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { readCode: 'card' } })
    const { items, loopStartedAt } = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect([items.length, loopStartedAt]).toEqual([before.items.length + 1, clock.now])
    expect(items.at(-1)).toMatchObject({
      id: 'read-card',
      type: 'notice',
      duration: 12,
      notice: { heading: 'Diesen Bildschirm auf dem Handy lesen' },
    })
    expect((await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body.items).toHaveLength(before.items.length)
    expect(await (await read()).text()).not.toContain('auf dem Handy')
    clock.now += 5_000
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { name: 'Department of ECE', language: null } })
    expect((await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body.loopStartedAt).toBe(loopStartedAt)
  })

  it('[B165] a display for paired screens only offers nothing, and its short address answers like an unknown one', async () => {
    const { body } = await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { pairedOnly: true } })
    const [one, none] = await Promise.all([`/r/${body.shortCode}`, '/r/bcdfgh'].map((path) => fetch(server.url + path)))
    expect([one?.status, none?.status]).toEqual([404, 404])
    expect(await one?.text()).toBe(await none?.text())
    const cookie = admin.cookie()
    expect((await fetch(`${server.url}/r/${body.shortCode}`, { headers: { cookie } })).url).toBe(
      `${server.url}/read/vnr/ece`,
    )
    const manifest = (await admin.call('getManifest', { params: SAMPLE_DISPLAY })).body
    expect([manifest.readCode, manifest.items.some(({ id }) => id === 'read-card')]).toEqual([undefined, false])
    await admin.call('updateDisplay', { params: SAMPLE_DISPLAY, body: { pairedOnly: false, readCode: null } })
  })

  it('[TW1] no display is a page that says so', async () => {
    for (const path of ['/read/vnr/nowhere', '/read/nobody/ece', '/read/VNR/%3Cx%3E']) {
      const answer = await read(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('There is no display at this address.')
    }
  })
})
