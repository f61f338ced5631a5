import { Title } from '@placard/contract'
import { expect, it } from 'vitest'
import { titleOfFile } from './title-of-file.ts'

it.each([
  ['open_day-2026.jpg', 'Open day-2026'],
  ['Library.JPEG', 'Library'],
  ['exam-timetable-final.png', 'Exam timetable final'],
  ['v1.2 poster.webp', 'V1.2 poster'],
  ['  two   blanks .gif', 'Two blanks'],
  ['معرض_الكتاب.jpg', 'معرض الكتاب'],
  ['image.png', 'Picture'],
  ['.jpg', 'Picture'],
  ['____.png', 'Picture'],
  ['a\u0000b.png', 'Picture'],
  ['a\u202egpj.exe.jpg', 'Agpj.exe'],
])('a file called %j is titled %j', (name, title) => {
  expect(titleOfFile(name, 'Picture')).toBe(title)
})

it('V2 a name of any length makes a title that the server takes', () => {
  for (const name of [`${'x'.repeat(5_000)}.jpg`, `${'😀'.repeat(150)}.jpg`])
    expect(Title.safeParse(titleOfFile(name, 'Picture')).success).toBe(true)
})
