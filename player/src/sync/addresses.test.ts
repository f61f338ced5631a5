import { type DisplayId, type OrganisationId, pathOf } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manifestPath, streamPath, TIME_PATH } from './addresses.ts'

const id = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,63}$/)

describe('addresses', () => {
  it('[LV7] are those of the contract', () => {
    expect(TIME_PATH).toBe(pathOf('getTime', {}))
    fc.assert(
      fc.property(id, id, (organisation, display) => {
        const key = { organisationId: organisation as OrganisationId, displayId: display as DisplayId }
        expect(manifestPath(key)).toBe(pathOf('getManifest', key))
        expect(streamPath(key, undefined)).toBe(pathOf('streamManifest', key))
        expect(streamPath(key, 7)).toBe(`${pathOf('streamManifest', key)}?revision=7`)
      }),
    )
  })
})
