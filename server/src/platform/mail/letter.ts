import { LANGUAGES, type UiLanguage } from '@placard/contract'
import { type Translator, translatorOf } from '../language/translate.ts'
import type { WriteMail } from './mailer.ts'

type Link = { url: string; words: string }

/** A mail in one language. `last` is a less prominent link at the end. */
export type Letter = { subject: string; before: string[]; link?: Link; after: string[]; last?: Link }

/**
 * Writes a mail in each language of the installation, one below the other, because the language of the recipient is not known (a stranger
 * may have requested the mail). It has plain text and very simple HTML that loads nothing.
 *
 * @param letter writes it in one language, with the messages of that language
 */
export function mailOf(
  to: string,
  letter: (t: Translator, language: UiLanguage) => Letter,
  headers?: Readonly<Record<string, string>>,
): WriteMail {
  return (languages) => {
    const letters = languages.map((language) => ({ ...letter(translatorOf(language), language), language }))
    const subject = letters.map((one) => one.subject).join(' · ')
    const texts = letters.map(textOf)
    const html = [
      `<!doctype html><html lang="${languages[0]}"><head><meta charset="utf-8">`,
      `<title>${escaped(subject)}</title></head>`,
      '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em">',
      ...letters.flatMap((one) => htmlOf(one, one.language)),
      '<p>Placard</p></body></html>',
    ].join('\n')
    return { to, subject, text: `${[...texts, 'Placard'].join('\n\n')}\n`, html, ...(headers ? { headers } : {}) }
  }
}

function textOf({ before, link, after, last }: Letter): string {
  const lastLine = last ? [`${last.words}: ${last.url}`] : []
  return [...before, ...(link ? [link.url] : []), ...after, ...lastLine].join('\n\n')
}

function htmlOf({ before, link, after, last }: Letter, language: UiLanguage): string[] {
  const paragraph = (words: string) => `<p>${escaped(words)}</p>`
  const button = link
    ? [`<p><a href="${escaped(link.url)}">${escaped(link.words)}</a></p>`, `<p dir="ltr">${escaped(link.url)}</p>`]
    : []
  const end = last ? [`<p><a href="${escaped(last.url)}">${escaped(last.words)}</a></p>`] : []
  const inside = [...before.map(paragraph), ...button, ...after.map(paragraph), ...end]
  return [`<div lang="${language}" dir="${LANGUAGES[language].direction}">`, ...inside, '</div>']
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
