import {
  CreateDisplay,
  CreateOrganisation,
  CreateSubscription,
  OrganisationId,
  type Role,
  type SubscriptionCreated,
} from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/call.ts'
import { type Form, useForm } from '../../../platform/form/use-form.ts'
import { idOf } from '../../../platform/ui/name-and-id.tsx'
import { readOperatorAgain, useDisplaysOf } from './console-query.ts'

/** The value of a select for a new organisation or display. */
export const NEW = 'new:'

/** The values of the form. An undefined `id` follows its name; an undefined display is the organisation's first. */
export type SubscribeValues = {
  'subscription.email': string
  'subscription.organisationId': string
  'organisation.name': string
  'organisation.id': string | undefined
  'subscription.displayId': string | undefined
  'display.name': string
  'display.id': string | undefined
  'subscription.role': Role
  'subscription.subType': string
  'subscription.msg': string
}

const { email, role, subType, msg } = CreateSubscription.shape

/** Up to three commands, one after another. Without `organisation` or `display`, an existing one is used. */
const Wanted = z.object({
  organisation: CreateOrganisation.optional(),
  display: CreateDisplay.optional(),
  subscription: z.object({ email, role, subType, msg }),
})

type Options = {
  email: string | undefined
  organisationId: string | undefined
  onSubscribed: (made: SubscriptionCreated) => void
}

/**
 * The form that subscribes an address. If a later command fails, the results of earlier ones are kept, and the form shows them as
 * chosen.
 */
export function useSubscribe({ email: given, organisationId, onSubscribed }: Options) {
  const client = useQueryClient()
  const form: Form<SubscribeValues> = useForm({
    schema: Wanted,
    start: (): SubscribeValues => ({
      'subscription.email': given ?? '',
      'subscription.organisationId': organisationId ?? NEW,
      'organisation.name': '',
      'organisation.id': undefined,
      'subscription.displayId': undefined,
      'display.name': '',
      'display.id': undefined,
      'subscription.role': 'editor',
      'subscription.subType': 'standard',
      'subscription.msg': '',
    }),
    bodyOf: (values) => ({
      organisation: home === undefined ? named(values['organisation.name'], values['organisation.id']) : undefined,
      display: display === NEW ? named(values['display.name'], values['display.id']) : undefined,
      subscription: {
        email: values['subscription.email'],
        role: values['subscription.role'],
        subType: values['subscription.subType'],
        msg: values['subscription.msg'],
      },
    }),
    save: async (body) => {
      try {
        const subscription = {
          ...body.subscription,
          organisationId: body.organisation ? await makeOrganisation(body.organisation) : home,
        }
        const displayId = body.display ? await makeDisplay(subscription.organisationId, body.display) : display
        const wanted = CreateSubscription.parse({ ...subscription, displayId })
        onSubscribed(await fieldsIn('subscription', call('createSubscription', { body: wanted })))
      } finally {
        void readOperatorAgain(client)
      }
    },
    // For a waiting account, the address is not a field.
    ...(given === undefined ? {} : { shows: SHOWN_FOR_KNOWN }),
  })

  const chosen = form.values['subscription.organisationId']
  const home = chosen === NEW ? undefined : OrganisationId.parse(chosen)
  const displays = useDisplaysOf(home)
  const known = home === undefined ? [] : (displays.data ?? [])
  const wished = form.values['subscription.displayId']
  const display = wished === NEW || known.some(({ id }) => id === wished) ? wished : (known[0]?.id ?? NEW)

  const makeOrganisation = async (body: CreateOrganisation): Promise<OrganisationId> => {
    const { id } = await fieldsIn('organisation', call('createOrganisation', { body }))
    await readOperatorAgain(client)
    form.change({ 'subscription.organisationId': id, 'subscription.displayId': NEW })
    return id
  }
  const makeDisplay = async (organisationId: OrganisationId | undefined, body: CreateDisplay) => {
    const params = { organisationId: OrganisationId.parse(organisationId) }
    const { id } = await fieldsIn('display', call('createOrganisationDisplay', { params, body }))
    form.change({ 'subscription.displayId': id })
    return id
  }

  return {
    form,
    /** The chosen organisation; undefined: a new one. */
    home,
    /** Its displays, if loaded. */
    displays: {
      known,
      error: home === undefined ? null : displays.error,
      isPending: home !== undefined && displays.isPending,
    },
    /** The chosen display, or NEW. */
    display,
  }
}

const SHOWN_FOR_KNOWN = [
  'organisation.name',
  'organisation.id',
  'display.name',
  'display.id',
  'subscription.organisationId',
  'subscription.displayId',
  'subscription.subType',
  'subscription.msg',
]

const named = (name: string, id: string | undefined) => ({ id: idOf({ name, id }), name })

/** Changes the field of a command's error to its path in the whole form. */
async function fieldsIn<Answer>(step: keyof z.infer<typeof Wanted>, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.field === undefined) throw cause
    throw new ApiError(cause.code, { ...cause, field: `${step}.${cause.field}`, cause })
  }
}
