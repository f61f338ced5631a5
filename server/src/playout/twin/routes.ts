import {
  acceptedLanguage,
  DisplayId,
  type DisplayKey,
  OrganisationId,
  readPath,
  shortPath,
  type UiLanguage,
} from '@placard/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findByShortCode } from '../../content/displays/service.ts'
import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { type KeptAnswer, keepAnswer } from '../../platform/http/kept-answer.ts'
import { readRevision } from '../manifest/service.ts'
import { calendarFile } from './calendar.ts'
import { noTwinPage, TWIN_FOLDER, twinPage } from './page.ts'
import { readTwin, type Twin } from './service.ts'
import { isVisit, readVisits, type Visits } from './visits.ts'

/** The page shows its time, and is cached for at most this long. */
const KEPT_MS = 60_000
const MAX_KEPT = 500
const HTML_TYPE = 'text/html; charset=utf-8'

type Kept = { until: number; twin: Twin; page: KeptAnswer }

/** SP3: tells if a request comes from somebody who may read a display that is for paired screens only. */
export type MayRead = (
  request: FastifyRequest,
  displays: { organisationId: OrganisationId; displayIds: readonly DisplayId[] },
) => Promise<boolean>

/**
 * TW1: everything that a display shows, as a page for people who cannot see it. As public as its manifest. It is a page and not
 * part of the API, and therefore not in the contract.
 */
export function twinRoutes(http: FastifyInstance, api: Api, context: Context, visits: Visits, mayRead: MayRead): void {
  const options = { config: { headerSet: 'twin' as const } }
  const pages = new Map<string, Kept>()

  async function twinOf(key: DisplayKey, language: UiLanguage): Promise<Kept | undefined> {
    const name = `${key.organisationId}/${key.displayId}/${language}`
    const [revision, now] = [(await readRevision(context, key))?.revision, context.now()]
    const known = pages.get(name)
    if (known && known.twin.revision === revision && now < known.until && now > known.until - KEPT_MS) return known
    pages.delete(name)
    const twin = await readTwin(context, key, language)
    if (!twin) return undefined
    const until = Math.min(twin.until, twin.at + KEPT_MS)
    const version = `${twin.revision}-${twin.at}-${language}`
    const kept = { until, twin, page: keepAnswer(HTML_TYPE, twinPage(twin, key, language), version) }
    pages.set(name, kept)
    const [oldest] = pages.keys()
    if (pages.size > MAX_KEPT && oldest !== undefined) pages.delete(oldest)
    return kept
  }

  /** Undefined if the display does not exist, or is not for this reader. Readers cannot tell these apart. */
  async function openKeyOf(
    params: { organisationId: string; displayId: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<DisplayKey | undefined> {
    const organisationId = OrganisationId.safeParse(params.organisationId).data
    const displayId = DisplayId.safeParse(params.displayId).data
    if (!organisationId || !displayId) return undefined
    const key = { organisationId, displayId }
    const isPrivate = (await readRevision(context, key))?.pairedOnly
    if (!isPrivate) return key
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'accept-language, cookie, authorization' })
    return (await mayRead(request, { organisationId, displayIds: [displayId] })) ? key : undefined
  }

  // TW2: short addresses for QR codes that are read from a distance. A display that is not public is reported as missing.
  http.get<{ Params: { code: string } }>(shortPath(':code'), options, async (request, reply) => {
    const found = await findByShortCode(context, request.params.code.toLowerCase())
    const isOpen = found && (!found.pairedOnly || (await mayRead(request, { ...found, displayIds: [found.displayId] })))
    if (isOpen) return reply.redirect(readPath(found), 302)
    reply.header('vary', 'accept-language')
    return reply
      .code(404)
      .type(HTML_TYPE)
      .send(noTwinPage(acceptedLanguage(request.headers['accept-language'])))
  })

  http.get<{ Params: { organisationId: string; displayId: string } }>(
    `${TWIN_FOLDER}:organisationId/:displayId`,
    options,
    async (request, reply) => {
      const { params, headers } = request
      const language = acceptedLanguage(headers['accept-language'])
      reply.type(HTML_TYPE).header('vary', 'accept-language')
      const key = await openKeyOf(params, request, reply)
      const found = key && (await twinOf(key, language))
      if (!found) return reply.code(404).send(noTwinPage(language))
      if (isVisit(request.method, headers)) visits.count(key, found.twin.timeZone)
      return found.page.send(request, reply)
    },
  )

  // TA1: only for items on the page, so that nothing is revealed before its time.
  http.get<{ Params: { organisationId: string; displayId: string; file: string } }>(
    `${TWIN_FOLDER}:organisationId/:displayId/:file`,
    options,
    async (request, reply) => {
      const { params, headers } = request
      const language = acceptedLanguage(headers['accept-language'])
      reply.header('vary', 'accept-language')
      const key = await openKeyOf(params, request, reply)
      const twin = key && (await twinOf(key, language))?.twin
      const shown = [...(twin ? [twin, ...twin.zones].flatMap(({ entries, before }) => [...entries, ...before]) : [])]
      const found = shown
        .flatMap(({ what, ...entry }) => [entry, ...(what.kind === 'feed' ? what.notices : [])])
        .find(({ id }) => params.file === `${id}.ics`)
      if (!key || !twin || !found?.calendar) return reply.code(404).type(HTML_TYPE).send(noTwinPage(language))
      const origin = context.config.publicUrl ?? `${request.protocol}://${headers.host}`
      const { timeZone, zoneOffsets, at } = twin
      const entry = { ...found.calendar, url: `${origin}${readPath(key)}#${found.id}` }
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `inline; filename="${found.id}.ics"`)
        .send(calendarFile(entry, { timeZone, zoneOffsets }, at))
    },
  )

  api.handle('getVisits', ({ caller, params, query }) => readVisits(context, params.organisationId, caller, query))
}
