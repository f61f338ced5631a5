import { expect, it } from 'vitest'
import { csvAddressOf } from './sheet-address.ts'

const ID = '1AbC_defGhiJkLmNoPqRsTuVwXyZ-0123456789'
const CSV = `https://docs.google.com/spreadsheets/d/${ID}/export?format=csv`

it.each([
  [`https://docs.google.com/spreadsheets/d/${ID}/edit`, CSV],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit?usp=sharing`, CSV],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=12`, `${CSV}&gid=12`],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=7#gid=12`, `${CSV}&gid=12`],
  [`https://docs.google.com/spreadsheets/u/1/d/${ID}/view?gid=7`, `${CSV}&gid=7`],
  [`https://docs.google.com/a/town.example/spreadsheets/d/${ID}/edit`, CSV],
  [
    `https://docs.google.com/spreadsheets/d/e/2PACX-${ID}/pubhtml?gid=3&single=true`,
    `https://docs.google.com/spreadsheets/d/e/2PACX-${ID}/pub?output=csv&single=true&gid=3`,
  ],
  [
    `https://docs.google.com/spreadsheets/d/e/2PACX-${ID}/pub?output=csv`,
    `https://docs.google.com/spreadsheets/d/e/2PACX-${ID}/pub?output=csv`,
  ],
  [`https://docs.google.com/document/d/${ID}/edit`, `https://docs.google.com/document/d/${ID}/edit`],
  ['https://town.example/menu.csv#gid=1', 'https://town.example/menu.csv#gid=1'],
])('[DT2] the link of a sheet becomes the address of its CSV: %s', (typed, wanted) => {
  expect(csvAddressOf(typed)).toBe(wanted)
})
