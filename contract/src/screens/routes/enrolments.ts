import { EnrolmentId } from '../../platform/id.ts'
import { ORGANISATION, organisation } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { CreateEnrolment, Enrolment, EnrolmentCreated } from '../enrolment.ts'

const ENROLMENTS = `${ORGANISATION}/enrolments` as const

export const ENROLMENT_ROUTES = {
  /** The codes that are still valid, newest first. */
  listEnrolments: {
    method: 'GET',
    path: ENROLMENTS,
    access: 'editor',
    person: true,
    params: organisation,
    response: z.array(Enrolment),
  },
  createEnrolment: {
    method: 'POST',
    path: ENROLMENTS,
    access: 'editor',
    person: true,
    params: organisation,
    body: CreateEnrolment,
    response: EnrolmentCreated,
    creates: true,
  },
  /** Screens that it has enrolled stay paired. */
  withdrawEnrolment: {
    method: 'DELETE',
    path: `${ENROLMENTS}/:enrolmentId`,
    access: 'editor',
    person: true,
    params: organisation.extend({ enrolmentId: EnrolmentId }),
    response: 'none',
  },
} as const satisfies Routes

export const ENROLMENT_DETAILS = {
  listEnrolments: {
    summary: 'Lists the enrolment codes of the organisation.',
    errors: [],
  },
  createEnrolment: {
    summary: 'Creates an enrolment code, with which screens pair themselves. It is returned only once.',
    errors: ['too-many-enrolments', 'display-not-found'],
  },
  withdrawEnrolment: {
    summary: 'Withdraws an enrolment code. Its screens stay paired.',
    errors: ['enrolment-not-found'],
    onFullDisk: true,
  },
} as const satisfies DetailsOf<typeof ENROLMENT_ROUTES>
