import { expect, it } from 'vitest'
import { waitingPage } from './waiting-page.ts'

const htmlOf = (address: string | undefined, notes: string[] = []) =>
  decodeURIComponent(waitingPage(address, notes).slice('data:text/html;charset=utf-8,'.length))

it('PX2 shows the server’s address, and without one what to do', () => {
  expect(htmlOf('https://s.example/screen#enrol=SECRET')).toContain('<p>… https://s.example')
  expect(htmlOf('https://s.example/screen#enrol=SECRET')).not.toMatch(/SECRET|<ul>/)
  expect(htmlOf(undefined)).toContain('address = https://signage.example.org')
})

it('[PX7] shows six problems as text, each cut', () => {
  const notes = ['Wi-Fi “<script>alert(1)</script>&amp;”: no', 'x'.repeat(1_000), ...'abcdefgh']
  const html = htmlOf('https://s.example/screen', notes)
  expect(html).toContain('<li>Wi-Fi “&lt;script>alert(1)&lt;/script>&amp;amp;”: no')
  expect(html).toContain(`<li>${'x'.repeat(300)}<li>a`)
  expect(html.match(/<li>/g)).toHaveLength(6)
})
