import { ACTIVITY_KINDS, type ActivityEntry, ActivityId, LANGUAGES, ROUTES, type UiLanguage } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { translateIn } from '../../../platform/ui/i18n/languages.vitest.ts'
import { detailOf, sentenceOf } from './words.ts'

const LANGUAGE_TAGS = Object.keys(LANGUAGES) as UiLanguage[]
const IN = Object.fromEntries(
  LANGUAGE_TAGS.map((language) => [language, { t: translateIn(language), language }]),
) as Record<UiLanguage, { t: ReturnType<typeof translateIn>; language: UiLanguage }>

const HEAD = 'head@vnr.example'

function entry(more: Partial<ActivityEntry>): ActivityEntry {
  return {
    id: ActivityId.parse('1'),
    at: 0,
    kind: 'subscription-changed',
    actor: { kind: 'provider', email: '' },
    playlistId: null,
    tableId: null,
    displayId: null,
    revision: null,
    subject: { type: 'member', title: HEAD, formerTitle: null },
    fields: [],
    proposedBy: null,
    values: [],
    count: 1,
    command: null,
    code: null,
    undoes: null,
    restoredTo: null,
    rights: null,
    formerRights: null,
    settings: [],
    undo: null,
    restorable: false,
    ...more,
  }
}

/** Without the marks that keep directions apart. */
const plain = (text: string | undefined) => text?.replace(/[\u2068\u2069]/g, '')

it.each([
  ['item-changed', 'The provider changed when “Menu” is on', 'غيّر مزوّد الخدمة موعد عرض «Menu»'],
  ['line-changed', 'The provider changed when the text “Menu” is on', 'غيّر مزوّد الخدمة موعد عرض النص «Menu»'],
] as const)(
  '[SD] %s says when it is about the schedule alone, and names it beside other fields',
  (kind, inEnglish, inArabic) => {
    const subject = { type: kind === 'item-changed' ? 'item' : 'line', title: 'Menu', formerTitle: null } as const
    const scheduled = entry({ kind, subject, fields: ['schedule'] })
    expect(plain(sentenceOf(scheduled, IN.en))).toBe(inEnglish)
    expect(plain(sentenceOf(scheduled, IN.ar))).toBe(inArabic)
    expect(detailOf(scheduled, IN.en)).toBeUndefined()
    const both = entry({ kind, subject, fields: [kind === 'item-changed' ? 'title' : 'text', 'schedule'] })
    expect(plain(sentenceOf(both, IN.en))).not.toBe(inEnglish)
    expect(detailOf(both, IN.en)).toBe('Changed: schedule')
  },
)

it('[DT1] a change of a table that was taken back names the table, the row or the column', () => {
  const said = (type: 'table' | 'row' | 'column', title: string) =>
    entry({ kind: 'undone', subject: { type, title, formerTitle: null }, undoes: { kind: 'row-changed', at: 0 } })
  expect(plain(sentenceOf(said('table', 'Menu'), IN.en))).toBe('The provider took back a change of the table “Menu”')
  expect(plain(sentenceOf(said('row', 'Soup'), IN.en))).toBe('The provider took back a change of the row “Soup”')
  expect(plain(sentenceOf(said('column', 'Price'), IN.ar))).toBe('تراجع مزوّد الخدمة عن تغيير في العمود «Price»')
})

it('[CP7] several at once are counted, with what changed in them', () => {
  const several = (more: Partial<ActivityEntry>) => entry({ subject: null, count: 3, ...more })
  const said = (more: Partial<ActivityEntry>) => plain(sentenceOf(several(more), IN.en))
  expect(said({ kind: 'items-hidden' })).toBe('The provider hid 3 containers')
  expect(said({ kind: 'items-hidden', count: 1 })).toBe('The provider hid 1 container')
  expect(said({ kind: 'items-copied' })).toBe('The provider copied 3 containers here')
  expect(said({ kind: 'items-changed', fields: ['schedule'] })).toBe('The provider changed when 3 containers are on')
  expect(said({ kind: 'undone', undoes: { kind: 'items-removed', at: 0 } })).toBe(
    'The provider undid: deleting several containers',
  )
  expect(said({ kind: 'refused', command: 'changeItems' })).toBe(
    'The provider was refused: changing several containers',
  )
  expect(said({ kind: 'lines-removed' })).toBe('The provider deleted 3 texts')
  expect(said({ kind: 'lines-changed', fields: ['schedule'] })).toBe('The provider changed when 3 texts are on')
  expect(said({ kind: 'undone', undoes: { kind: 'lines-copied', at: 0 } })).toBe(
    'The provider undid: copying several texts',
  )
  expect(said({ kind: 'refused', command: 'changeLines' })).toBe('The provider was refused: changing several texts')
  expect(plain(sentenceOf(several({ kind: 'lines-moved', count: 2 }), IN.ar))).toBe('نقل مزوّد الخدمة نصين')
  const changed = several({ kind: 'items-changed', fields: ['duration', 'schedule'] })
  expect(detailOf(changed, IN.en)).toBe('Changed: duration and schedule')
  expect(plain(sentenceOf(several({ kind: 'items-removed', count: 2 }), IN.ar))).toBe('حذف مزوّد الخدمة حاويتين')
})

/** A person does none of these: entries that were left out, the rows of a source, and an update that stops by itself. */
const OF_NOBODY: readonly ActivityEntry['kind'][] = ['more', 'rows-updated', 'updates-stopped']

describe.each(LANGUAGE_TAGS)('in %s', (language) => {
  it.each(ACTIVITY_KINDS)('D1 %s is a whole sentence', (kind) => {
    const said = sentenceOf(entry({ kind }), IN[language])
    expect(said.length).toBeGreaterThan(3)
    expect(said).not.toMatch(/[{}]/)
    if (language === 'en' && !OF_NOBODY.includes(kind)) expect(said).toContain('The provider')
    if (language !== 'en') expect(said).not.toBe(sentenceOf(entry({ kind }), IN.en))
  })

  it('D1 a refused request of the provider is named, whatever the call', () => {
    const said = Object.entries(ROUTES)
      .filter(([, { access, method }]) => access === 'operator' && method !== 'GET')
      .map(([command]) => sentenceOf(entry({ kind: 'refused', command }), IN[language]))
    expect(said.length).toBeGreaterThan(7)
    const other = IN[language].t('activity.act.other')
    for (const sentence of said) expect(sentence).not.toContain(other)
  })
})

it('D1 every setting that differs is shown with its old and new value', () => {
  const changed = entry({
    rights: { role: 'owner', displays: null, tables: null },
    formerRights: { role: 'editor', displays: ['Laboratory'], tables: null },
    settings: [
      { setting: 'first-display', former: 'Laboratory', present: 'Entrance hall' },
      { setting: 'subscription-type', former: 'standard', present: 'gold' },
      { setting: 'message', former: '', present: 'Paid until May' },
      { setting: 'quota', former: null, present: 10 * 2 ** 30 },
    ],
  })
  expect(plain(detailOf(changed, IN.en))).toBe(
    'Before: Editor · Laboratory. Now: Owner · All displays. Starts with: before Laboratory, now Entrance hall. ' +
      'Kind of subscription: before standard, now gold. Message: before nothing, now Paid until May. ' +
      'Storage: before the default, now 10 GB.',
  )
  expect(plain(detailOf(entry({ settings: [{ setting: 'name', former: 'A', present: 'B' }] }), IN.ar))).toBe(
    'الاسم: قبل A، الآن B.',
  )
  expect(detailOf(entry({}), IN.en)).toBeUndefined()
})

it('U Low: a duration and a kind are told from what to what', () => {
  const changed = entry({
    kind: 'item-changed',
    fields: ['type', 'duration', 'fit'],
    values: [
      { field: 'type', former: 'image', present: 'video' },
      { field: 'duration', former: 10, present: 30 },
    ],
  })
  expect(plain(detailOf(changed, IN.en))).toBe(
    'Changed: kind Image → Video, duration 10 s → 30 s, and how it fills the screen',
  )
  expect(plain(detailOf(changed, IN.ar))).toContain('المدة: 10 ث ← 30 ث')
})

it('U Low: people are told by what they are called, programs and strangers are not', () => {
  const names = { [HEAD]: 'Asha Rao' }
  const by = (kind: ActivityEntry['actor']['kind']) =>
    plain(
      sentenceOf(
        entry({
          kind: 'item-removed',
          actor: { kind, email: HEAD },
          subject: { type: 'item', title: 'A poster', formerTitle: null },
        }),
        IN.en,
        names,
      ),
    )
  expect(by('person')).toContain('Asha Rao')
  expect(by('person')).not.toContain(HEAD)
  expect(by('unknown')).toContain(HEAD)
  expect(by('token')).not.toContain('Asha Rao')
})

it('[CP6] a playlist is shown by its name, and a renaming with both names', () => {
  const subject = { type: 'playlist', title: 'Menu', formerTitle: null } as const
  const said = (kind: ActivityEntry['kind'], formerTitle: string | null = null) =>
    plain(sentenceOf(entry({ kind, subject: { ...subject, formerTitle } }), IN.en))
  expect([
    said('playlist-added'),
    said('playlist-changed', 'Lunch'),
    said('playlist-removed'),
    said('playlist-brought-back'),
  ]).toEqual([
    'The provider made the playlist “Menu”',
    'The provider renamed the playlist “Lunch” to “Menu”',
    'The provider removed the playlist “Menu”',
    'The provider brought the playlist “Menu” back',
  ])
})
