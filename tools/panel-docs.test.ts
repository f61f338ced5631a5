import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from './project-folder.mjs'

const FOLDER = join(PROJECT, 'docs', 'panels')
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'README.md')
const SECTIONS = ['What to set', 'What works', 'What does not work']
/** A footnote, a link to another page of these docs, or the admission that no source was found. */
const SOURCED = /\[\^[\w-]+\]|\]\((?:\.\.?\/)?[\w./-]+\.md|not known|not tried/i

const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** The cells of the rows of a table, without its head. */
function rowsOf(table: string): string[][] {
  const lines = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
  return lines.slice(1).map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

/** The first table after a heading or the beginning of a page. */
function firstTable(text: string): string {
  return /(?:^\|.*\n)+/m.exec(text)?.[0] ?? ''
}

/** The text of a section with its title, up to the next section or the footnotes. */
function sectionOf(page: string, title: string): string {
  return (
    page
      .split(/^## /m)
      .find((section) => section.startsWith(`${title}\n`))
      ?.split(/^\[\^/m, 1)[0] ?? ''
  )
}

/** The id that GitHub gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-')

describe('[PX8] the pages of panels', () => {
  it('[PX8] the table has a row for each page and no other', () => {
    const rows = rowsOf(firstTable(read('README.md')))
    const linked = rows.map(([device = '']) => /\]\(([\w-]+\.md)\)$/.exec(device)?.[1])
    expect([...linked].sort()).toEqual([...PAGES].sort())
    expect(PAGES).toHaveLength(7)
  })

  it('[PX8] each cell of the table has a source, or says that none is known', () => {
    const rows = rowsOf(firstTable(read('README.md')))
    for (const [device, ...cells] of rows) {
      expect(cells, device).toHaveLength(7)
      for (const cell of cells) expect(cell, `${device}: ${cell}`).toMatch(/\[\^\w+\]|^not known$/)
    }
  })

  it.each(PAGES)('[PX8] %s says what to set, what works, what does not, and what was tried', (name) => {
    const page = read(name)
    expect(page.match(/^## .*/gm)).toEqual(SECTIONS.map((title) => `## ${title}`))
    expect(page.match(/^Tried here: /gm)).toHaveLength(1)
  })

  it.each(PAGES)('[PX8] each statement of %s has a source, or says that none is known', (name) => {
    const page = read(name)
    const statements = [sectionOf(page, 'What works'), sectionOf(page, 'What does not work')].flatMap((section) =>
      section.split('\n').filter((line) => line.startsWith('- ')),
    )
    expect(statements.length).toBeGreaterThan(3)
    for (const statement of statements) expect(statement).toMatch(SOURCED)
  })

  it.each(PAGES)('[PX8] %s says of each generation whether Placard plays there', (name) => {
    const rows = rowsOf(firstTable(sectionOf(read(name), 'What works')))
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(row.at(-1), row[0]).toMatch(/^(?:yes|no|not known)\b/)
  })

  it.each(['README.md', ...PAGES])(
    '[PX8] each footnote of %s is used, and has an address and the day of reading',
    (name) => {
      const page = read(name)
      const used = new Set([...page.matchAll(/\[\^([\w-]+)\](?!:)/g)].map(([, id]) => id))
      const defined = [...page.matchAll(/^\[\^([\w-]+)\]: (.*)$/gm)].map(([, id, text = '']) => ({ id, text }))
      expect(defined.map(({ id }) => id).sort()).toEqual([...used].sort())
      for (const { text } of defined) {
        expect(text).toMatch(/\bread 20\d\d-\d\d-\d\d\b/)
        expect(text).toMatch(/\]\((?:https?:\/\/|\.\.\/)|not in the stored cop/)
      }
    },
  )

  it.each(['README.md', ...PAGES])('[PX8] the files and sections that %s links to exist', (name) => {
    const links = [...read(name).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      const [path = '', anchor] = link.split('#')
      const file = join(dirname(join(FOLDER, name)), path)
      expect(existsSync(file), link).toBe(true)
      if (anchor === undefined) continue
      const headings = readFileSync(file, 'utf8').match(/^#+ .*/gm) ?? []
      expect(
        headings.map((heading) => anchorOf(heading.replace(/^#+ /, ''))),
        link,
      ).toContain(anchor)
    }
  })

  it('[PX8] the kiosk page and the page of screens lead to them', () => {
    const kiosk = readFileSync(join(PROJECT, 'docs', 'kiosk.md'), 'utf8')
    for (const name of PAGES) expect(kiosk).toContain(`panels/${name}`)
    expect(readFileSync(join(PROJECT, 'docs', 'screens.md'), 'utf8')).toContain('panels/README.md')
  })

  it('[PX8] the script for BrightSign has one address to edit', () => {
    const script = readFileSync(join(PROJECT, 'deploy', 'panels', 'brightsign', 'autorun.brs'), 'utf8')
    expect(script.match(/https?:\/\/[^"]+/g)).toEqual(['https://signage.example.org/screen'])
    for (const opening of ['Sub', 'Function', 'while', 'if']) {
      const count = (pattern: string) => script.match(new RegExp(`^\\s*${pattern}\\b`, 'gim'))?.length ?? 0
      expect(count(`end ${opening}`), opening).toBe(count(opening))
    }
  })
})
