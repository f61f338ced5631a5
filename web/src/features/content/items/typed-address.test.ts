import { expect, it } from 'vitest'
import { completeAddress, completeLink, fileNameOf } from './typed-address.ts'

it('[U11] an address without its scheme is understood, and nothing else is touched', () => {
  expect(completeAddress(' youtu.be/aaaaaaaaaaa ')).toBe('https://youtu.be/aaaaaaaaaaa')
  expect(completeAddress('films.example:8080/a.mp4')).toBe('https://films.example:8080/a.mp4')
  for (const typed of ['http://a.example/b', 'javascript:alert(1)', 'not an address', 'word', '/media/a.jpg']) {
    expect(completeAddress(typed)).toBe(typed)
  }
})

it('[CT12] an address to open may be a name alone', () => {
  expect(completeLink(' school.org ')).toBe('https://school.org')
  expect(completeLink('school.org/menu')).toBe('https://school.org/menu')
  expect(completeLink('мектеп.example:8080?a=b')).toBe('https://мектеп.example:8080?a=b')
  for (const typed of ['', 'http://school.org', 'mailto:a@school.org', 'a@school.org', 'menu', 'school.org menu']) {
    expect(completeLink(typed)).toBe(typed)
  }
})

it('[U12] the name of a film’s file', () => {
  expect(fileNameOf('https://a.example/x/open%20day.mp4?x=1')).toBe('open day.mp4')
  expect(fileNameOf('https://a.example/%E0%A4%A.mp4')).toBe('%E0%A4%A.mp4')
})
