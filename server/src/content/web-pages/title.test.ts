import { expect, it } from 'vitest'
import { titleOf } from './title.ts'

it.each([
  ['<html><head><title>Rota</title>', undefined, 'Rota'],
  ['<TITLE lang="de">\n  Plan &amp; Zeiten &#8211; heute \n</TITLE>', undefined, 'Plan & Zeiten – heute'],
  ['<title>&lt;b&gt; &#x1F600; &unknown;</title>', undefined, '<b> 😀 &unknown;'],
  ['<title></title>', undefined, undefined],
  ['<title>cut off', undefined, 'cut off'],
  ['<titles>no', undefined, undefined],
  ['no markup', undefined, undefined],
  [`<title>${'x'.repeat(10_000)}`, undefined, 'x'.repeat(200)],
])('[CT15] %j has the title %j', (html, type, title) => {
  expect(titleOf(Buffer.from(html), type)?.slice(0, 200)).toBe(title)
})

it('[CT15] is read in the letters that the page says it has', () => {
  const latin = Buffer.from('<title>M\u00fcnchen</title>', 'latin1')
  expect(titleOf(latin, 'text/html; charset=iso-8859-1')).toBe('München')
  expect(titleOf(Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin]), 'text/html')).toBe('München')
  expect(titleOf(latin, 'text/html; charset=nonsense')).toContain('nchen')
})

it('[B82] a million beginnings of titles are read in one go', () => {
  expect(titleOf(Buffer.from('<title'.repeat(160_000)), undefined)).toBeUndefined()
})
