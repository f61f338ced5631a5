import { lookPath, type OrganisationId, type PlaylistId, playerPath } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { readAddress, readRotation } from './address.ts'

const read = (address: string) => readAddress(new URL(address, 'https://signs.example'))
const ece = { status: 'screen', key: { organisationId: 'vnr', displayId: 'ece' } }

describe('readAddress', () => {
  it.each(['/display/vnr/?id=ece', '/display/vnr?id=ece', '/display/vnr/?id=ece&utm=x#top'])(
    'R6 %s is vnr/ece',
    (address) => {
      expect(read(address)).toEqual(ece)
    },
  )

  it('R6 reads what the contract writes', () => {
    expect(read(playerPath({ organisationId: 'vnr', displayId: 'ece' }))).toEqual(ece)
  })

  it('R6 the dashboard asks for the same player as a preview', () => {
    expect(read('/display/vnr/?id=ece&preview=1')).toEqual({ ...ece, status: 'preview' })
  })

  it('[CP8] a playlist can be looked at, and is no screen', () => {
    const id = '_0123456789abcdefghij'
    const key = { organisationId: 'vnr' as OrganisationId, playlistId: id as PlaylistId }
    expect(read(lookPath(key))).toEqual({ status: 'preview', key })
    for (const rest of ['', '&preview=0', '&preview=true', `&preview=1&id=${id}`]) {
      expect(read(`/display/vnr/?id=${id}${rest}`)).toEqual({ status: 'none' })
    }
    for (const other of ['_', '_ece', `${id}0`, id.toUpperCase(), `${id}%0A`]) {
      expect(read(`/display/vnr/?id=${other}&preview=1`)).toEqual({ status: 'none' })
    }
    expect(read(lookPath({ ...key, organisationId: '_vnr' as OrganisationId }))).toEqual({ status: 'none' })
  })

  it.each([
    ['absent', '/display/vnr/'],
    ['empty', '/display/vnr/?id='],
    ['repeated [B44]', '/display/vnr/?id=ece&id=cse'],
    ['an array [B44]', '/display/vnr/?id[]=ece'],
    ['markup [B26]', '/display/vnr/?id=%3Cscript%3E'],
    ['in capitals [B43]', '/display/vnr/?id=ECE'],
    ['full width [B43]', '/display/vnr/?id=%EF%BD%85'],
    ['with a blank [B43]', '/display/vnr/?id=ece%20'],
    ['a way out [B41]', '/display/vnr/?id=..%2f..%2fetc'],
    ['of the prototype [B42]', '/display/vnr/?id=__proto__'],
    ['too long [B41]', `/display/vnr/?id=${'a'.repeat(65)}`],
  ])('P1 nothing is asked for when the id is %s', (_, address) => {
    expect(read(address)).toEqual({ status: 'none' })
  })

  it.each(['/display', '/display/', '/display/?id=ece'])('[U16] R6 %s is told how it is written', (address) => {
    expect(read(address)).toEqual({ status: 'alone' })
  })

  it.each(['/display/VNR/?id=ece', '/display/a/b/?id=ece', '/?id=ece'])('P1 nor when the path is %s', (address) => {
    expect(read(address)).toEqual({ status: 'none' })
  })
})

describe('readRotation', () => {
  it.each([0, 90, 180, 270] as const)('[ST1] reads what the contract writes for %d degrees', (rotation) => {
    const url = new URL(playerPath({ organisationId: 'vnr', displayId: 'ece' }, rotation), 'https://signs.example')
    expect(readRotation(url)).toBe(rotation)
    expect(readAddress(url)).toEqual(ece)
  })

  it.each(['', '?rotate=', '?rotate=45', '?rotate=360', '?rotate=-90', '?rotate=90&rotate=180', '?rotate=090'])(
    '[ST1] ignores %s',
    (search) => {
      expect(readRotation({ search })).toBe(0)
    },
  )

  it.each(['constructor', '__proto__', 'toString', '90 ', '٩٠'])('[ST1] [B42] ignores rotate=%s', (value) => {
    expect(readRotation({ search: `?rotate=${encodeURIComponent(value)}` })).toBe(0)
  })
})
