import { DisplayId, OrganisationId } from '../id.ts'
import { z } from '../zod.ts'

export const ORGANISATION = '/api/organisations/:organisationId'
export const organisation = z.object({ organisationId: OrganisationId })

export const DISPLAYS = `${ORGANISATION}/displays` as const
export const DISPLAY = `${DISPLAYS}/:displayId` as const
export const display = organisation.extend({ displayId: DisplayId })
