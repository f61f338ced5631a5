import { type Line, LineId, MAX_LINES_PER_DISPLAY, type RouteBodyInput } from '@placard/contract'
import { expect, it } from 'vitest'
import { SAMPLE_DISPLAY } from '../../operations/seed/service.ts'
import { describeDialects } from '../../testing/dialects.ts'
import { fillDisplay } from '../../testing/fill-display.ts'
import { sharedTestServer } from '../../testing/shared-server.ts'

describeDialects('lines', (dialect) => {
  const { server, admin } = sharedTestServer({ dialect })

  const add = (text: unknown) =>
    admin.call('createLine', { params: SAMPLE_DISPLAY, body: { text } as RouteBodyInput<'createLine'> })
  const paramsOf = (line: Pick<Line, 'id'>) => ({ ...SAMPLE_DISPLAY, lineId: line.id })
  const lines = async () => (await admin.call('getProgramme', { params: SAMPLE_DISPLAY })).body.lines
  const manifest = async () => (await server.anonymous.call('getManifest', { params: SAMPLE_DISPLAY })).body

  it('E2 a line is added behind the others and reaches the manifest; P9 the loop goes on', async () => {
    const before = await manifest()
    const { status, body } = await add('Exams begin on Monday')
    expect(status).toBe(201)
    const after = await manifest()
    expect(after.lines).toEqual([...before.lines, { id: body.line.id, text: 'Exams begin on Monday' }])
    expect(after).toMatchObject({
      revision: before.revision + 1,
      loopStartedAt: before.loopStartedAt,
      items: before.items,
    })
  })

  it('T3 moving swaps with the neighbour, and does nothing at the ends', async () => {
    const [first, second] = (await lines()) as [Line, Line]
    const move = (line: Line, direction: 'up' | 'down') =>
      admin.call('moveLine', { params: paramsOf(line), body: { direction } })
    const { revision } = await manifest()
    expect(await move(first, 'up')).toMatchObject({ status: 200, body: { revision } })
    expect(await move(second, 'up')).toMatchObject({ status: 200, body: { revision: revision + 1 } })
    expect((await lines()).slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it('E2 lines stand in the order in which they were added', async () => {
    const before = (await lines()).map(({ text }) => text)
    for (const text of ['one', 'two', 'three', 'four']) await add(text)
    expect((await lines()).map(({ text }) => text)).toEqual([...before, 'one', 'two', 'three', 'four'])
  })

  it('T3 a move to a named place answers the line as it is then; where the place is not there, nothing moves', async () => {
    const [first, second, third] = (await lines()) as [Line, Line, Line]
    const move = (line: Line, after: LineId | null) =>
      admin.call('moveLine', { params: paramsOf(line), body: { after } })
    expect((await move(first, null)).body.line).toEqual(first)
    const moved = (await move(first, second.id)).body.line
    expect(moved.revision).toBe(first.revision + 1)
    expect((await lines())[1]).toEqual(moved)
    const order = (await lines()).map(({ id }) => id)
    expect(order.slice(0, 3)).toEqual([second.id, first.id, third.id])
    expect(await move(third, LineId.parse('gone'))).toMatchObject({
      status: 404,
      body: { error: { code: 'line-not-found', field: 'after' } },
    })
    expect((await lines()).map(({ id }) => id)).toEqual(order)
  })

  it('T4 a line saved as it was has not changed', async () => {
    const { line, revision } = (await add('As it was')).body
    const save = { params: paramsOf(line), body: { text: line.text }, headers: { 'if-match': '*' } }
    expect((await admin.call('updateLine', save)).body).toEqual({ line, revision })
    const changed = await admin.call('updateLine', { ...save, body: { text: 'As it is' } })
    expect(changed.body).toEqual({ line: { ...line, text: 'As it is', revision: 2 }, revision: revision + 1 })
  })

  it('[B50] two people who move lines at once both get their move', async () => {
    const added = await Promise.all(['a', 'b', 'c', 'd'].map((text) => add(text)))
    const [a, , , d] = added.map(({ body }) => body.line) as [Line, Line, Line, Line]
    await Promise.all([
      admin.call('moveLine', { params: paramsOf(d), body: { after: null } }),
      admin.call('moveLine', { params: paramsOf(a), body: { direction: 'down' } }),
    ])
    const order = (await lines()).map(({ id }) => id)
    expect(order[0]).toBe(d.id)
    expect(new Set(order).size).toBe(order.length)
  })

  it('T4 an edit of a line changed meanwhile is refused with what is there now', async () => {
    const { line } = (await add('First wording')).body
    const edit = (text: string) =>
      admin.call('updateLine', { params: paramsOf(line), body: { text }, headers: { 'if-match': '"1"' } })
    expect((await edit('Second wording')).status).toBe(200)
    expect(await edit('Third wording')).toMatchObject({
      status: 412,
      body: { error: { code: 'changed-meanwhile', current: { text: 'Second wording', revision: 2 } } },
    })
  })

  it('D7 a deleted line is gone, and a second deletion says so', async () => {
    const { line } = (await add('Short notice')).body
    expect((await admin.call('removeLine', { params: paramsOf(line) })).status).toBe(200)
    expect((await manifest()).lines.map(({ id }) => id)).not.toContain(line.id)
    expect(await admin.call('removeLine', { params: paramsOf(line) })).toMatchObject({
      status: 404,
      body: { error: { code: 'line-not-found' } },
    })
  })

  it.each([
    ['501 characters', 'x'.repeat(501), 'too-long'],
    ['five thousand marks on one letter', `a${'\u0301'.repeat(5_000)}`, 'too-long'],
    ['NUL', 'a\u0000b', 'text-not-well-formed'],
    ['a bell', 'a\u0007b', 'text-not-well-formed'],
    ['a control character of the second row', 'a\u009bb', 'text-not-well-formed'],
    ['half a character', '\udc00', 'text-not-well-formed'],
    ['nothing to read', ' \u200b ', 'text-missing'],
    ['a number', 7, 'invalid-field'],
  ])('[B47] [B48] [M9] V2 refuses %s', async (_what, text, code) => {
    expect(await add(text)).toMatchObject({ status: 422, body: { error: { code } } })
  })

  it('[B46] marks that turn the direction of their neighbours do not survive', async () => {
    expect((await add('left\u202e right\u2066 next\u2069')).body.line.text).toBe('left right next')
  })

  it.each([
    ['👩‍👩‍👧‍👦 أهلا وسهلا 欢迎 ברוכים הבאים ఈసీఈ', '👩‍👩‍👧‍👦 أهلا وسهلا 欢迎 ברוכים הבאים ఈసీఈ'],
    ['first\tsecond\nthird\r\nfourth\u2028fifth', 'first second third fourth fifth'],
  ])('[B49] %j comes to the screens as %j', async (typed, shown) => {
    const { line } = (await add(typed)).body
    expect(line.text).toBe(shown)
    expect((await manifest()).lines).toContainEqual({ id: line.id, text: shown })
  })

  it('[B24] markup is text', async () => {
    const text = '<img src=x onerror=alert(1)>'
    const { line } = (await add(text)).body
    expect((await manifest()).lines).toContainEqual({ id: line.id, text })
  })

  it('[B42] no name of an object is a line', async () => {
    for (const name of ['constructor', 'tostring', 'hasownproperty']) {
      const answer = await admin.call('removeLine', { params: { ...SAMPLE_DISPLAY, lineId: LineId.parse(name) } })
      expect(answer.status).toBe(404)
    }
  })

  it('[B47] a display takes 200 lines and no more', async () => {
    await fillDisplay(server, SAMPLE_DISPLAY, { lines: MAX_LINES_PER_DISPLAY - 1 })
    expect((await add('the last one')).status).toBe(201)
    expect(await add('one too many')).toMatchObject({ status: 409, body: { error: { code: 'too-many-lines' } } })
  })
})
