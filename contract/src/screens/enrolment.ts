import {
  ENROLMENT_CODE_CHARACTERS,
  MAX_ENROLMENT_DAYS,
  MAX_ENROLMENT_SCREENS,
  MAX_PLACE_CHARACTERS,
  PAIRING_CODE_LETTERS,
} from '../platform/constants.ts'
import { DisplayId, EnrolmentId } from '../platform/id.ts'
import { emptyIfBlank, isWellFormedText, PlainText, tidyText } from '../platform/text.ts'
import { z } from '../platform/zod.ts'

const CODE = new RegExp(`^[${PAIRING_CODE_LETTERS}]{${ENROLMENT_CODE_CHARACTERS}}$`)

/** [PX7] An enrolment code, in any way of typing it: `abcde-fghjk…` becomes `ABCDEFGHJK…`. */
export const EnrolmentCode = z
  .string()
  .max(60, 'enrolment-not-found')
  .transform((typed) => typed.toUpperCase().replace(/[\s-]/g, ''))
  .refine((code) => CODE.test(code), 'enrolment-not-found')
  .brand<'EnrolmentCode'>()
export type EnrolmentCode = z.infer<typeof EnrolmentCode>

/** An enrolment code as it is shown: groups of five characters. */
export const groupedEnrolmentCode = (code: EnrolmentCode): string => code.replace(/(.{5})(?=.)/g, '$1-')

/** A code with which screens pair themselves, without its secret part. Instants: milliseconds since 1970. */
export const Enrolment = z.object({
  id: EnrolmentId,
  displayId: DisplayId,
  /** The place of its screens, unless their address names another one. Empty: none. */
  place: z.string(),
  /** The number of screens that it can enrol. */
  screens: z.int(),
  /** The number of screens that it has enrolled, including those that were released since. */
  enrolled: z.int(),
  /** The email address of its creator. */
  createdBy: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
})
export type Enrolment = z.infer<typeof Enrolment>

export const CreateEnrolment = z.strictObject({
  displayId: DisplayId,
  place: PlainText.refine((place) => place.length <= MAX_PLACE_CHARACTERS, 'too-long').default(''),
  screens: z.int().min(1).max(MAX_ENROLMENT_SCREENS),
  /** The number of days for which it is valid, from now. */
  days: z.int().min(1).max(MAX_ENROLMENT_DAYS),
})
export type CreateEnrolment = z.infer<typeof CreateEnrolment>

/** The code is returned only once and cannot be read again. */
export const EnrolmentCreated = z.object({ enrolment: Enrolment, code: EnrolmentCode })
export type EnrolmentCreated = z.infer<typeof EnrolmentCreated>

/** Text that a device sends about itself. One that is not valid is empty, so that it refuses nothing. */
const DeviceText = z
  .string()
  .max(1_000)
  .transform((text) => (isWellFormedText(text) ? emptyIfBlank(tidyText(text)) : ''))

/**
 * The request of a screen to enrol itself. Nothing in it can make the request fail: with a code that is not valid the screen gets a
 * pairing code.
 */
export const EnrolScreen = z.strictObject({
  code: z.string().max(100),
  /** 128 random bits of the device in hex. A request that is repeated with them gives the same screen. */
  machine: z.string().regex(/^[0-9a-f]{32}$/, 'invalid-field'),
  /** Empty: a name is made from the display's. */
  name: DeviceText,
  /** Empty: the place of the code. */
  place: DeviceText,
})
export type EnrolScreen = z.infer<typeof EnrolScreen>
