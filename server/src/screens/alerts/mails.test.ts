import { AlertKey, IncidentId } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { alertMail, serverMail } from './mails.ts'
import type { AboutScreens } from './message.ts'

const START = Date.parse('2026-11-20T10:02:00Z')
const TO = { email: 'head@vnr.example', key: AlertKey.parse('k'.repeat(43)) }
const ARABIC = /\p{Script=Arabic}/u

function about(what: AboutScreens['what'], count: number, more: Partial<AboutScreens['incidents'][number]> = {}) {
  const incidents = Array.from({ length: count }, (_, n) => ({
    id: IncidentId.parse(`incident-${n}`),
    kind: 'silent' as const,
    screenId: 'a',
    name: `Screen ${n + 1}`,
    displayId: 'hall',
    displayName: 'Building B',
    place: '',
    timeZone: 'Asia/Kolkata',
    beganAt: START,
    closedAt: what === 'back' ? START + 14 * 60_000 : null,
    ...more,
  }))
  return { what, suspectsServer: false, incidents } satisfies AboutScreens
}
const write = (message: AboutScreens, language: 'en' | 'ar' = 'en') =>
  alertMail(TO, message, 'https://signage.example')([language])

describe('[SA1] the words of an alert', () => {
  it.each<[AboutScreens, string]>([
    [about('alarm', 1), 'Screen 1 is not reporting'],
    [about('alarm', 1, { kind: 'dark' }), 'Screen 1 shows nothing'],
    [about('alarm', 5), '5 screens of Building B may show nothing, since 15:32'],
    [about('unsteady', 1, { kind: 'unsteady' }), 'Screen 1 is unsteady'],
    [about('back', 1), 'Screen 1 is back after 14 minutes'],
    [about('back', 3), '3 screens of Building B are back'],
    [about('reminder', 1), 'Screen 1 is still not reporting'],
    [{ ...about('alarm', 5), suspectsServer: true }, '5 screens of Building B stopped reporting at once'],
  ])('says what it is in its subject', (message, subject) => {
    expect(write(message).subject).toBe(subject)
    const arabic = write(message, 'ar')
    for (const words of [arabic.subject, arabic.text, arabic.html]) expect(words).toMatch(ARABIC)
    expect(arabic.text).not.toMatch(/Hello|since|screens? (of|is)/)
  })

  it('[SA1] says the place where they hang, and names those of one place together', () => {
    const message = about('alarm', 4)
    const places = ['Ground floor', '', 'Roof', 'Ground floor']
    const incidents = message.incidents.map((one, n) => ({ ...one, place: places[n] ?? '' }))
    const { text, subject } = write({ ...message, incidents })
    expect(text.match(/“Screen \d” \([^)]+\)/g)).toEqual([
      '“Screen 1” (Building B, Ground floor)',
      '“Screen 4” (Building B, Ground floor)',
      '“Screen 3” (Building B, Roof)',
      '“Screen 2” (Building B)',
    ])
    expect(subject).toBe('4 screens of Building B may show nothing, since 15:32')
    expect(write(about('alarm', 3, { place: 'Ground floor' })).subject).toBe(
      '3 screens of Ground floor may show nothing, since 15:32',
    )
    expect(write(about('alarm', 1, { place: 'السطح' }), 'ar').text).toContain('«Screen 1» (Building B، السطح)')
  })

  it('tells the time by the clock of the display', () => {
    expect(write(about('alarm', 1)).text).toMatch(/since 20 November (at )?15:32/)
  })

  it('names twenty, and counts the others', () => {
    const { text } = write(about('alarm', 30))
    expect(text).toContain('“Screen 20”')
    expect(text).not.toContain('“Screen 21”')
    expect(text).toContain('And 10 more.')
  })

  it('has one way to unsubscribe for programs, and one behind a # for people', () => {
    const { headers, text } = write(about('alarm', 1))
    expect(headers).toEqual({
      'List-Unsubscribe': `<https://signage.example/api/alerts/unsubscribe/${TO.key}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(text).toContain(`https://signage.example/alerts/quiet#key=${TO.key}&incidents=incident-0`)
  })

  it('[B104] whatever a screen is called, it is text', () => {
    expect(write(about('alarm', 1, { name: '<img src=x onerror=alert(1)>' })).html).not.toContain('<img')
  })
})

it.each(['disk', 'backup', 'certificate'] as const)('[SA2] the operator reads of %s in their languages', (trouble) => {
  const mail = serverMail('operator@vnr.example', { what: 'server', trouble, detail: '9' })
  expect(mail(['en']).text).not.toMatch(ARABIC)
  expect(mail(['ar']).text).toMatch(ARABIC)
  expect(mail(['en']).headers).toBeUndefined()
})
