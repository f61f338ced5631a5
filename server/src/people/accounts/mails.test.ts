import { LANGUAGES, type UiLanguage } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { identityLinkedMail, passwordChangedMail, resetMail, secondFactorMail } from './mails.ts'

const TO = 'head@vnr.example'
const LINK = 'https://signage.example.org/reset-password#token=abc'
const MAILS = [
  ['a new password', resetMail(TO, LINK)],
  ['a password that was changed', passwordChangedMail(TO, LINK)],
  ['two factors', secondFactorMail(TO, true)],
  ['two factors no more', secondFactorMail(TO, false)],
  ['another way in', identityLinkedMail(TO, 'Keycloak')],
] as const
const ARABIC = /\p{Script=Arabic}/u

describe.each(MAILS)('a mail about %s', (_, write) => {
  it('is in the one language that is asked for', () => {
    const english = write(['en'])
    expect(english.subject + english.text + english.html).not.toMatch(ARABIC)
    const { subject, text, html } = write(['ar'])
    for (const words of [subject, text, html]) expect(words).toMatch(ARABIC)
    expect(text).not.toMatch(/\bif\b|\bHello\b/i)
    expect(html).toContain('<div lang="ar" dir="rtl">')
  })

  it('has both one below the other, and says the same to whom and where', () => {
    const languages: UiLanguage[] = ['ar', 'en']
    const { to, subject, text, html } = write(languages)
    expect(to).toBe(TO)
    expect(subject).toBe(`${write(['ar']).subject} · ${write(['en']).subject}`)
    expect(subject).not.toContain('\n')
    for (const part of [text, html]) expect(part.search(ARABIC)).toBeLessThan(part.indexOf('Hello,'))
    const links = (language: UiLanguage) => write([language]).text.match(/https:\S+/g)
    expect(links('ar')).toEqual(links('en'))
  })
})

describe.each(Object.keys(LANGUAGES) as UiLanguage[])('[WD1] in %s', (language) => {
  it.each(MAILS)('a mail about %s is whole, and not in English', (_, write) => {
    const { subject, text, html } = write([language])
    for (const words of [subject, text]) expect(words).not.toMatch(/[{}]|undefined/)
    expect(html).toContain(`<div lang="${language}" dir="${LANGUAGES[language].direction}">`)
    if (language === 'en') return
    const english = new Set(write(['en']).text.split('\n\n'))
    const same = text.split('\n\n').filter((words) => english.has(words.trim()) && /^(?!https:)[A-Z].* /.test(words))
    expect(same).toEqual([])
  })
})

it('[B104] whatever a provider is called, it is text', () => {
  const { html } = identityLinkedMail(TO, '<img src=x onerror=alert(1)>')(['en', 'ar'])
  expect(html).not.toContain('<img')
})
