import { DisplayId, type DisplayKey, OrganisationId } from '@placard/contract'
import { SAMPLE_DISPLAY } from '../operations/seed/service.ts'

/** A second display of the organisation of `SAMPLE_DISPLAY`. A test creates it. */
export const LAB: DisplayKey = { ...SAMPLE_DISPLAY, displayId: DisplayId.parse('lab') }

/** A display of another organisation. A test creates both (`makePlace`). */
export const OTHER: DisplayKey = { organisationId: OrganisationId.parse('other'), displayId: DisplayId.parse('hall') }
