import { type DisplayId, type OrganisationId, type PlaylistId, type ProgrammeKey, pathOf } from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANSWER_PATH, ENTER_PATH, manifestPath, streamPath, TIME_PATH, WAIT_PATH } from './addresses.ts'
import { PICTURE_PATH, PICTURE_REPORT_PATH } from './picture-addresses.ts'

const id = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,63}$/)

const playlistId = fc.stringMatching(/^_[a-z0-9]{20}$/)

describe('addresses', () => {
  it('[LV7] are those of the contract', () => {
    expect(TIME_PATH).toBe(pathOf('getTime', {}))
    expect(ENTER_PATH).toBe(pathOf('enterScreen', {}))
    expect(WAIT_PATH).toBe(pathOf('streamScreen', {}))
    expect(ANSWER_PATH).toBe(pathOf('answerCommand', {}))
    expect(PICTURE_PATH).toBe(pathOf('sendAgentPicture', {}))
    expect(PICTURE_REPORT_PATH).toBe(pathOf('reportAgent', {}))
    fc.assert(
      fc.property(id, fc.oneof(id, playlistId), (organisation, programme) => {
        const organisationId = organisation as OrganisationId
        const key: ProgrammeKey =
          programme[0] === '_'
            ? { organisationId, playlistId: programme as PlaylistId }
            : { organisationId, displayId: programme as DisplayId }
        expect(manifestPath(key)).toBe(pathOf('getManifest', key))
        expect(streamPath(key, undefined)).toBe(pathOf('streamManifest', key))
        expect(streamPath(key, 7)).toBe(`${pathOf('streamManifest', key)}?revision=7`)
      }),
    )
  })
})
